import { afterEach, describe, expect, test, vi } from 'vitest'
import { createIdentityManagement, createSignUp } from './identity.ts'

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

test('an account is read, changed and deleted by its id; one that is gone is no failure', async () => {
  const asked: string[] = []
  let status = 200
  const management = createIdentityManagement({
    baseUrl: 'https://id.example',
    clientId: 'x',
    clientSecret: 'x',
    now: () => 0,
    fetch: async (request) => {
      if (request.url.endsWith('/oauth/token'))
        return Response.json({ access_token: 'x', expires_in: 60, token_type: 'Bearer' })
      asked.push(`${request.method} ${request.url} ${await request.text()}`.trim())
      if (request.method === 'DELETE' && status === 200) return new Response(null, { status: 204 })
      return Response.json({ user_id: 'auth0|1', email: 'mia@example.org' }, { status })
    },
  })
  const id = 'auth0|1'
  expect(await management.dataOf(id)).toMatchObject({ email: 'mia@example.org' })
  await management.setLocale(id, 'en')
  await management.remove(id)
  const url = 'https://id.example/api/v2/users/auth0%7C1'
  expect(asked).toEqual([`GET ${url}`, `PATCH ${url} {"user_metadata":{"locale":"en"}}`, `DELETE ${url}`])
  status = 404
  expect(await management.dataOf(id)).toBeNull()
  await management.remove(id)
  for (const failure of [429, 500]) {
    status = failure
    await expect(management.remove(id)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  }
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

describe('a registration at Auth0', () => {
  const person = {
    email: 'frida@example.org',
    password: 'ein langer neuer Satz',
    userMetadata: { locale: 'de', newsletter: true },
  } as const

  async function signUp(answers: Response[]) {
    const asked: [string, object][] = []
    const call = createSignUp({
      baseUrl: 'https://tenant.example',
      clientId: 'client',
      fetch: async (request) => {
        asked.push([request.url, (await request.json()) as object])
        return answers.shift() ?? new Response(null, { status: 500 })
      },
    })
    return { result: await call(person).then(() => 'done', String), asked }
  }

  const connection = 'Username-Password-Authentication'
  const added: [string, object] = [
    'https://tenant.example/dbconnections/signup',
    {
      client_id: 'client',
      email: person.email,
      connection,
      password: person.password,
      // Auth0 takes texts only.
      user_metadata: { locale: 'de', newsletter: 'true' },
    },
  ]

  test('creates the account', async () => {
    expect(await signUp([Response.json({ _id: 'x' })])).toEqual({ result: 'done', asked: [added] })
  })

  test.each(['invalid_signup', 'user_exists'])('mails a way to a new password after %s', async (code) => {
    const { result, asked } = await signUp([Response.json({ code }, { status: 400 }), new Response('sent')])
    expect(result).toBe('done')
    expect(asked).toEqual([
      added,
      [
        'https://tenant.example/dbconnections/change_password',
        { client_id: 'client', email: person.email, connection },
      ],
    ])
  })

  test.each([
    [Response.json({ code: 'invalid_password', description: person.password }, { status: 400 })],
    [new Response('<h1>Maintenance</h1>', { status: 503 })],
  ])('fails without telling address or password', async (answer) => {
    const { result } = await signUp([answer])
    expect(result).not.toBe('done')
    expect(result).not.toMatch(/frida|Satz/)
  })
})
