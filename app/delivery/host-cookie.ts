/** A cookie with a secret, for all paths of this host: HttpOnly, and no other site's form brings it along. */
export interface HostCookie {
  name: string
  /** How long it is kept. */
  seconds: number
  /** What its value looks like; another one counts as none. */
  pattern: RegExp
}

/** A browser takes the name with this prefix only from the host itself, over https, for all paths. */
const nameOf = ({ name }: HostCookie, isHttps: boolean) => (isHttps ? `__Host-${name}` : name)

/** Returns the header `set-cookie` that keeps a value in this browser; null ends it. */
export function setCookie(cookie: HostCookie, value: string | null, isHttps: boolean): string {
  const seconds = value === null ? 0 : cookie.seconds
  const secure = isHttps ? '; Secure' : ''
  return `${nameOf(cookie, isHttps)}=${value ?? ''}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Returns the value that this browser has; null without one.
 * @param cookies the header `cookie`
 */
export function cookieIn(cookie: HostCookie, cookies: string | null, isHttps: boolean): string | null {
  const name = nameOf(cookie, isHttps)
  const pair = (cookies ?? '').split('; ').find((each) => each.startsWith(`${name}=`))
  const value = pair?.slice(name.length + 1) ?? ''
  return cookie.pattern.test(value) ? value : null
}
