import { signUpDays } from '../../contracts/sign-up.ts'

/** As long as the sign-up itself. */
const lifetimeSeconds = signUpDays * 24 * 3600

/** A browser takes the name with this prefix only from the host itself, over https, for all paths. */
const nameOf = (isHttps: boolean) => (isHttps ? '__Host-signup' : 'signup')

/** Returns the header `set-cookie` that keeps the token of a sign-up in this browser, from now for 14 days. */
export function signUpCookie(token: string, isHttps: boolean): string {
  return cookieOf(token, lifetimeSeconds, isHttps)
}

/** Returns the header `set-cookie` that parts this browser from its sign-up. */
export function endedSignUpCookie(isHttps: boolean): string {
  return cookieOf('', 0, isHttps)
}

function cookieOf(value: string, seconds: number, isHttps: boolean): string {
  const secure = isHttps ? '; Secure' : ''
  return `${nameOf(isHttps)}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Returns the token of the visitor's sign-up; null without one.
 * @param cookies the header `cookie`
 */
export function signUpTokenIn(cookies: string | null, isHttps: boolean): string | null {
  const name = nameOf(isHttps)
  const pair = (cookies ?? '').split('; ').find((each) => each.startsWith(`${name}=`))
  const token = pair?.slice(name.length + 1) ?? ''
  return /^[\w-]{20,100}$/.test(token) ? token : null
}
