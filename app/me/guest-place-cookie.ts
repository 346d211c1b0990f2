/** A page of the provider can be paid for that long. */
const lifetimeSeconds = 24 * 3600

/** A browser takes the name with this prefix only from the host itself, over https, for all paths. */
const nameOf = (isHttps: boolean) => (isHttps ? '__Host-guestplace' : 'guestplace')

/**
 * Returns the header `set-cookie` that leads a guest from the provider's page back to their place: its address is a secret
 * that the provider must not have.
 * @param token of the place
 */
export function guestPlaceCookie(token: string, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : ''
  return `${nameOf(isHttps)}=${token}; Max-Age=${lifetimeSeconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Returns the token of the place that this browser pays for; null without one.
 * @param cookies the header `cookie`
 */
export function guestPlaceIn(cookies: string | null, isHttps: boolean): string | null {
  const name = nameOf(isHttps)
  const pair = (cookies ?? '').split('; ').find((each) => each.startsWith(`${name}=`))
  const token = pair?.slice(name.length + 1) ?? ''
  return /^[\w-]{43}$/.test(token) ? token : null
}
