import { Auth0Client } from '@auth0/auth0-spa-js'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** The real library says it itself: a new version that says it otherwise is noticed here. */
test('E22: no request is made', async () => {
  const fetch = vi.fn()
  vi.stubGlobal('window', { crypto, fetch, location: { origin: 'https://halle9.example' } })
  const client = new Auth0Client({ domain: 'id.halle9.example', clientId: 'x', cacheLocation: 'memory' })
  await expect(client.connectAccountWithRedirect({} as never)).rejects.toThrow(/^connection is required$/)
  expect(fetch).not.toHaveBeenCalled()
})
