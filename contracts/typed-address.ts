import { EmailAddress } from './identity.ts'

const name = 'typed_address'

/**
 * Returns the header `set-cookie` that carries an address from the form where it was typed to the page that needs it
 * next, so that no address of a page holds it: HttpOnly, for 15 minutes. null for what is no mail address.
 */
export function typedAddressCookie(email: string, isHttps: boolean): string | null {
  const address = EmailAddress.safeParse(email.trim()).data
  if (address === undefined) return null
  const secure = isHttps ? '; Secure' : ''
  return `${name}=${encodeURIComponent(address)}; Max-Age=900; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/** The header `set-cookie` that ends it. */
export const noTypedAddress = `${name}=; Max-Age=0; Path=/`

/**
 * Returns the address that was typed before, '' without one.
 * @param cookies the header `cookie`
 */
export function typedAddressIn(cookies: string | null): string {
  const [, value = ''] = /(?:^|; )typed_address=([^;]*)/.exec(cookies ?? '') ?? []
  try {
    return EmailAddress.parse(decodeURIComponent(value))
  } catch {
    return ''
  }
}
