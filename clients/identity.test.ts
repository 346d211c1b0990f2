import { expect, test } from 'vitest'
import { createIdentityManagement } from './identity.ts'

test('a failed call names no address: its message is logged', async () => {
  const management = createIdentityManagement({
    baseUrl: 'https://id.example',
    clientId: 'x',
    clientSecret: 'x',
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
