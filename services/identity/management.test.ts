import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createIdentityManagement } from '../../clients/identity.ts'
import { createLog } from '../../platform/log.ts'
import { mailsTo, startIdentity, type TestIdentity } from './identity.fixture.ts'
import { createManagement, type Management } from './management.fixture.ts'

const baseUrl = 'http://identity.internal'
let world: TestIdentity
let management: Management
beforeAll(async () => {
  world = await startIdentity()
  management = createManagement({
    db: world.db,
    issuer: `${world.origin}/`,
    siteName: 'Halle 9',
    clock: () => new Date(),
    log: createLog('error'),
  })
})
afterAll(() => world.close())

function client(clientSecret = management.credentials.clientSecret, paths: string[] = []) {
  return createIdentityManagement({
    baseUrl,
    clientId: management.credentials.clientId,
    clientSecret,
    now: () => performance.now(),
    fetch: (request) => {
      paths.push(new URL(request.url).pathname)
      return management.fetch(request)
    },
  })
}

describe('sending the verification mail again', () => {
  test('reaches an account that is not confirmed, in the language asked for', async () => {
    await client().resendVerification('NEU@example.org', 'en')
    const mails = await mailsTo(world, 'neu@example.org')
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ locale: 'en', subject: 'Confirm your email address' })
  })

  test('says nothing and sends nothing for confirmed and unknown addresses', async () => {
    await client().resendVerification('mia@example.org', 'de')
    await client().resendVerification('nobody@example.org', 'de')
    expect(await mailsTo(world, 'mia@example.org')).toHaveLength(0)
    expect(await mailsTo(world, 'nobody@example.org')).toHaveLength(0)
  })

  test('stops quietly after five mails in an hour', async () => {
    for (let round = 0; round < 8; round++) await client().resendVerification('neu@example.org', 'de')
    expect(await mailsTo(world, 'neu@example.org')).toHaveLength(5)
  })

  test('asks for one token only', async () => {
    const paths: string[] = []
    const counted = client(undefined, paths)
    await counted.resendVerification('mia@example.org', 'de')
    await counted.resendVerification('mia@example.org', 'de')
    expect(paths.filter((path) => path === '/oauth/token')).toHaveLength(1)
  })

  test('fails with wrong credentials', async () => {
    await expect(client('wrong').resendVerification('neu@example.org', 'de')).rejects.toMatchObject({
      code: 'upstreamUnavailable',
    })
  })
})

describe('the Management API', () => {
  const call = (path: string, init: RequestInit = {}) => management.fetch(new Request(baseUrl + path, init))
  const json = (body: unknown, headers = {}) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

  test.each(['', 'Bearer x', 'Bearer 99999999999.x', 'Basic x'])(
    'refuses the authorization %j',
    async (authorization) => {
      const response = await call('/api/v2/users-by-email?email=mia@example.org', {
        headers: { authorization },
      })
      expect(response.status).toBe(401)
    },
  )

  test.each([
    ['grant_type', { client_id: 'a', client_secret: 'b', audience: 'c', grant_type: 'password' }],
    ['client_secret', { client_id: 'a', client_secret: 1, audience: 'c', grant_type: 'client_credentials' }],
    ['body', '{'],
  ])('names %s when it is wrong', async (field, body) => {
    const response = await call('/oauth/token', json(body))
    expect(response.status).toBe(400)
    expect(((await response.json()) as { errors: { field: string }[] }).errors[0]?.field).toBe(field)
  })

  test('names what is wrong with a job or a search', async () => {
    const { clientId, clientSecret } = management.credentials
    const credentials = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }
    const token = await call('/oauth/token', json({ ...credentials, audience: 'x' }))
    const { access_token } = (await token.json()) as { access_token: string }
    const headers = { authorization: `Bearer ${access_token}` }
    expect((await call('/api/v2/users-by-email?email=x', { headers })).status).toBe(400)
    expect((await call('/api/v2/jobs/verification-email', json({ user_id: 7 }, headers))).status).toBe(400)
    expect(
      (await call('/api/v2/jobs/verification-email', json({ user_id: 'auth0|x' }, headers))).status,
    ).toBe(404)
  })

  test('is not reachable from outside', async () => {
    expect(world.identity.handles('/api/v2/users-by-email')).toBe(false)
  })
})
