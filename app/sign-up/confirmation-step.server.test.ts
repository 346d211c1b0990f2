import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { StoreError } from '../../clients/store-error.ts'
import { siteServices, type SiteServices } from '../context.ts'
import { changeOrder } from './confirmation-step.server.ts'

/** The response to "change the order", where the backend refuses it. */
async function changed(refusal: StoreError | null): Promise<Response> {
  const url = new URL('https://halle9.example/onboarding/confirmation')
  const context = new RouterContextProvider()
  context.set(siteServices, {
    config: { publicUrl: url.origin, identity: { clientId: 'c' } },
    log: { warn: () => {}, error: () => {} },
    backendFor: () => ({
      signUp: async () => ({ flow: 'onboarding', isSignedIn: false }),
      changeSignUp: () => (refusal ? Promise.reject(refusal) : Promise.resolve({})),
    }),
  } as unknown as SiteServices)
  const request = new Request(url, {
    method: 'POST',
    body: new URLSearchParams({ do: 'change' }),
    headers: { cookie: `__Host-signup=${'x'.repeat(43)}` },
  })
  return changeOrder({ request, url, context }, 'onboarding').then(
    () => Promise.reject(new Error('nothing was thrown')),
    (thrown: unknown) => thrown as Response,
  )
}

const conflict = new StoreError(409, {
  type: 'urn:werkbank:problem:conflict',
  title: '',
  status: 409,
  code: 'conflict',
  message: '',
})

test.each([
  ['leads to the choice', null, '/onboarding/payment'],
  ['that was paid in another tab meanwhile leads to what was bought', conflict, '/onboarding/confirmation'],
])('an order that is changed %s', async (_, refusal, path) => {
  const response = await changed(refusal)
  expect([response.status, response.headers.get('location')]).toEqual([303, path])
})
