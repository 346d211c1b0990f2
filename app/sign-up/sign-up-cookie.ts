import { signUpDays } from '../../contracts/sign-up.ts'
import { cookieIn, type HostCookie, setCookie } from '../delivery/host-cookie.ts'

/** As long as the sign-up itself. */
const signUp: HostCookie = {
  name: 'signup',
  seconds: signUpDays * 24 * 3600,
  pattern: /^[\w-]{20,100}$/,
}

/** Returns the header `set-cookie` that keeps the token of a sign-up in this browser, from now for 14 days. */
export function signUpCookie(token: string, isHttps: boolean): string {
  return setCookie(signUp, token, isHttps)
}

/** Returns the header `set-cookie` that parts this browser from its sign-up. */
export function endedSignUpCookie(isHttps: boolean): string {
  return setCookie(signUp, null, isHttps)
}

/**
 * Returns the token of the visitor's sign-up; null without one.
 * @param cookies the header `cookie`
 */
export function signUpTokenIn(cookies: string | null, isHttps: boolean): string | null {
  return cookieIn(signUp, cookies, isHttps)
}
