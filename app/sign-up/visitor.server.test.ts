import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { siteServices, type SiteServices } from '../context.ts'
import { partProved, visitorOf } from './visitor.server.ts'

const signUp = `__Host-signup=${'x'.repeat(43)}`
const signedIn = 'auth0.c.is.authenticated=true'

/** A request of a browser whose sign-up belongs to an account, or to nobody yet. */
function visit(path: string, cookie: string, isSignedIn = true) {
  const url = new URL(path, 'https://halle9.example')
  const context = new RouterContextProvider()
  context.set(siteServices, {
    config: { publicUrl: url.origin, identity: { clientId: 'c' } },
    backendFor: (_: Request, __: string, token: string | null = null) => ({
      token,
      signUp: async () => ({ email: 'mia@example.org', isSignedIn }),
    }),
  } as unknown as SiteServices)
  return { request: new Request(url, { headers: { cookie } }), url, context }
}

test.each([
  ['of somebody who is signed in', `${signUp}; ${signedIn}`, true],
  ['after the sign-out', signUp, false],
  ['while another application is signed in', `${signUp}; auth0.d.is.authenticated=true`, false],
])('a sign-up that an account has proved, %s', async (_, cookie, isShown) => {
  const visitor = await visitorOf(visit('/onboarding/contact', cookie))
  expect(visitor.signUp?.email ?? null).toBe(isShown ? 'mia@example.org' : null)
  const { token } = visitor.backend as unknown as { token: string | null }
  expect([visitor.token !== null, token !== null]).toEqual([isShown, isShown])
})

test('a sign-up that no account has proved needs nobody to be signed in', async () => {
  expect((await visitorOf(visit('/onboarding/contact', signUp, false))).signUp).not.toBeNull()
})

test.each([
  ['/me?code=1&state=2', `${signUp}; ${signedIn}`, true, true],
  ['/me?code=1&state=2', signUp, true, true],
  ['/auth?message=x', signUp, true, true],
  ['/me?code=1&state=2', signUp, false, false],
  ['/me?code=1&state=2', signedIn, true, false],
  ['/me', `${signUp}; ${signedIn}`, true, false],
  ['/en/me/profil', `${signUp}; ${signedIn}`, true, false],
])('%s with the cookies %s, proved %s: forgets the sign-up: %s', async (path, cookie, isProved, forgets) => {
  const asked = { ...visit(path, cookie, isProved), pattern: '', params: {} }
  const response = (await partProved(asked, async () => new Response())) as Response
  expect(response.headers.get('set-cookie')?.startsWith('__Host-signup=; Max-Age=0;') ?? false).toBe(forgets)
})
