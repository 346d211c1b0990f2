import { afterEach, expect, test, vi } from 'vitest'
import { createIdentityManagement } from './identity.ts'

afterEach(() => vi.useRealTimers())

test('a failed call names no address: its message is logged', async () => {
  const management = createIdentityManagement({
    baseUrl: 'https://id.example',
    clientId: 'x',
    clientSecret: 'x',
    now: () => 0,
    fetch: async ({ url }) =>
      url.endsWith('/oauth/token')
        ? Response.json({ access_token: 'x', expires_in: 60, token_type: 'Bearer' })
        : new Response(null, { status: 500 }),
  })
  const error: unknown = await management
    .resendVerification('canary@example.org', 'de')
    .catch((thrown) => thrown)
  expect(String((error as Error).cause)).toBe('Error: GET /api/v2/users-by-email: 500')
})

test('a token is renewed a minute before its own end, wherever the clock of the machine is set', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let passed = 0
  let tokens = 0
  const management = createIdentityManagement({
    baseUrl: 'https://id.example',
    clientId: 'x',
    clientSecret: 'x',
    now: () => passed,
    fetch: async ({ url }) => {
      if (!url.endsWith('/oauth/token')) return Response.json([])
      tokens++
      return Response.json({ access_token: 'x', expires_in: 600, token_type: 'Bearer' })
    },
  })
  const hour = 3_600_000
  for (const [clock, at, asked] of [
    [0, 0, 1],
    [hour, 1000, 1],
    [-hour, 539_999, 1],
    [-hour, 540_000, 2],
  ] as const) {
    vi.setSystemTime(Date.UTC(2026, 10, 21) + clock)
    passed = at
    await management.resendVerification('mia@example.org', 'de')
    expect([at, tokens]).toEqual([at, asked])
  }
})
