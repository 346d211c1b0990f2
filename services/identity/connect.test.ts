import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLog } from '../../platform/log.ts'
import {
  exchange,
  pkce,
  signIn,
  startIdentity,
  subjects,
  TestBrowser,
  type TestIdentity,
  tokensOf,
} from './identity.fixture.ts'
import { type SecondDouble, startSecondProvider } from './second-provider.fixture.ts'

let world: TestIdentity
let second: SecondDouble
let now = new Date()
beforeAll(async () => {
  second = await startSecondProvider()
  world = await startIdentity({ connect: second.connection, clock: () => now, log: createLog('silent') })
  second.register(`${world.origin}/u/connect/callback`)
})
afterAll(async () => {
  await world.close()
  await second.close()
})
beforeEach(async () => {
  now = new Date()
  for (const table of ['identityConnect', 'identityConnection', 'rateLimit'] as const)
    await world.db.deleteFrom(table).execute()
})

const allScopes = ['create', 'read', 'delete'].map((what) => `${what}:me:connected_accounts`).join(' ')

interface Body {
  detail: string
  accounts: { id: string; name: string }[]
  connect_uri: string
  connect_params: { ticket: string }
  auth_session: string
}

/** Somebody signed in in a browser, with a token for the My Account API. */
async function person(email = 'mia@example.org', scope = `openid ${allScopes}`) {
  const browser = new TestBrowser(world.origin)
  const code = pkce()
  const change = { audience: `${world.origin}/me/`, scope }
  const { access_token } = await exchange(world, await signIn(world, browser, code, { email, change }), code)
  const call = async (method: string, path: string, body?: object, token = access_token) => {
    const response = await fetch(`${world.origin}/me/v1/connected-accounts/${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : {}) as Body }
  }
  return { browser, call }
}
type Person = Awaited<ReturnType<typeof person>>

const asked = ({ challenge } = pkce(), change: object = {}) => ({
  connection: 'elsewhere',
  redirect_uri: `${world.origin}/me`,
  state: 'state-of-the-app',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  ...change,
})

/** Begins, and takes the ticket to the second provider in a browser. @returns where the browser is sent */
async function leave({ call, browser }: Person, code = pkce()) {
  const { body } = await call('POST', 'connect', asked(code))
  const address = `${body.connect_uri}?ticket=${body.connect_params.ticket}`
  const response = await browser.fetch(address)
  return { code, authSession: body.auth_session, address, response }
}

/** Signs in at the second provider. @returns the address with which it sends the browser back to us */
async function elsewhere(response: Response, as: string): Promise<string> {
  const browser = new TestBrowser(second.issuer)
  let next = response.headers.get('location') ?? ''
  while (!next.startsWith(world.origin)) {
    const here = new URL(next, second.issuer)
    if (here.pathname.startsWith('/sign-in/')) here.searchParams.set('as', as)
    next = (await browser.fetch(here.href)).headers.get('location') ?? ''
  }
  return next
}

/** Goes the whole way up to the last call. @returns its body */
async function walk(who: Person, as = 'ada') {
  const { code, authSession, response } = await leave(who)
  const back = await who.browser.fetch(await elsewhere(response, as))
  const app = new URL(back.headers.get('location') ?? '')
  expect(app.searchParams.get('state')).toBe('state-of-the-app')
  return {
    auth_session: authSession,
    connect_code: app.searchParams.get('connect_code') ?? '',
    redirect_uri: `${world.origin}/me`,
    code_verifier: code.verifier,
  }
}

test('an account is connected, listed, replaced and removed', async () => {
  const mia = await person()
  const { status, body } = await mia.call('POST', 'complete', await walk(mia))
  expect([status, body]).toEqual([
    200,
    {
      id: expect.stringMatching(/^cac_/),
      connection: 'elsewhere',
      access_type: 'offline',
      scopes: ['openid', 'profile', 'email'],
      created_at: expect.any(String),
      name: 'ada@elsewhere.example',
    },
  ])
  await mia.call('POST', 'complete', await walk(mia, 'bob'))
  const { accounts } = (await mia.call('GET', 'accounts')).body
  expect(accounts).toMatchObject([{ name: 'bob@elsewhere.example' }])
  const tom = await person('tom@example.org')
  expect((await tom.call('GET', 'accounts')).body).toEqual({ accounts: [] })
  expect((await tom.call('DELETE', `accounts/${accounts[0]?.id}`)).status).toBe(204)
  expect((await mia.call('GET', 'accounts')).body.accounts).toHaveLength(1)
  await mia.call('DELETE', `accounts/${accounts[0]?.id}`)
  expect((await mia.call('GET', 'accounts')).body).toEqual({ accounts: [] })
})

test('an account there belongs to one account here', async () => {
  const [mia, tom] = [await person(), await person('tom@example.org')]
  await mia.call('POST', 'complete', await walk(mia))
  expect((await tom.call('POST', 'complete', await walk(tom))).status).toBe(409)
})

describe('the calls', () => {
  test('need a token of their own, with their scope', async () => {
    const { call } = await person()
    expect((await call('POST', 'connect', asked(), '')).status).toBe(401)
    const api = await tokensOf(world, new TestBrowser(world.origin))
    for (const token of [api.access_token, api.id_token])
      expect((await call('POST', 'connect', asked(), token)).status).toBe(401)
    const narrow = await person('mia@example.org', 'openid read:me:connected_accounts')
    expect((await narrow.call('POST', 'connect', asked())).status).toBe(403)
    expect((await narrow.call('DELETE', 'accounts/x')).status).toBe(403)
    expect((await narrow.call('GET', 'accounts')).status).toBe(200)
  })

  test.each([
    [{ connection: undefined }, 'connection is required'],
    [{ connection: '' }, 'connection is required'],
    [{ connection: 'nowhere' }, 'unknown connection'],
    [{ redirect_uri: 'https://evil.example/me' }, 'not registered for this client'],
    [{ redirect_uri: 'me' }, 'not registered for this client'],
    [{ state: '' }, expect.any(String)],
    [{ code_challenge: 'short' }, 'a SHA-256 as base64url'],
    [{ code_challenge_method: 'plain' }, expect.any(String)],
    [{ scopes: ['offline_access'] }, expect.any(String)],
    [{ authorization_params: { redirect_uri: 'https://evil.example' } }, expect.any(String)],
    [{ more: 1 }, expect.any(String)],
  ])('%j is refused', async (change, detail) => {
    const { call } = await person()
    const { status, body } = await call('POST', 'connect', asked(pkce(), change))
    expect([status, body.detail]).toEqual([400, detail])
    expect(await world.db.selectFrom('identityConnect').selectAll().execute()).toEqual([])
  })

  test('begin twenty times an hour at most', async () => {
    const { call } = await person()
    const statuses = []
    for (let time = 0; time < 21; time++) statuses.push((await call('POST', 'connect', asked())).status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a ticket', () => {
  test('counts once, also at the same moment', async () => {
    const mia = await person()
    const { body } = await mia.call('POST', 'connect', asked())
    const address = `${body.connect_uri}?ticket=${body.connect_params.ticket}`
    const answers = await Promise.all(Array.from({ length: 10 }, () => mia.browser.fetch(address)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array<number>(9).fill(400)])
  })

  test('counts only where its account is signed in: the link of somebody else connects nothing', async () => {
    const [mia, tom] = [await person(), await person('tom@example.org')]
    const { body } = await mia.call('POST', 'connect', asked())
    const address = `${body.connect_uri}?ticket=${body.connect_params.ticket}`
    for (const browser of [tom.browser, new TestBrowser(world.origin)]) {
      const answer = await browser.fetch(address)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('Verbinden ist abgelaufen')
    }
    expect((await mia.browser.fetch(address)).status).toBe(303)
  })

  test('ends after ten minutes', async () => {
    const mia = await person()
    const { body } = await mia.call('POST', 'connect', asked())
    now = new Date(now.getTime() + 601_000)
    const address = `${body.connect_uri}?ticket=${body.connect_params.ticket}`
    expect((await mia.browser.fetch(address)).status).toBe(400)
  })
})

test('the answer of the provider counts once, in the browser of its account, with its own state', async () => {
  const [mia, tom] = [await person(), await person('tom@example.org')]
  const { response } = await leave(mia)
  const back = await elsewhere(response, 'ada')
  const wrong = new URL(back)
  wrong.searchParams.set('state', 'x')
  expect((await mia.browser.fetch(wrong.href)).status).toBe(400)
  expect((await tom.browser.fetch(back)).status).toBe(400)
  expect((await mia.browser.fetch(back)).headers.get('location')).toContain('connect_code=')
  expect((await mia.browser.fetch(back)).status).toBe(400)
})

test('a forged code of the provider connects nothing', async () => {
  const mia = await person()
  const { response } = await leave(mia)
  const back = new URL(await elsewhere(response, 'ada'))
  back.searchParams.set('code', 'forged')
  const app = new URL((await mia.browser.fetch(back.href)).headers.get('location') ?? '')
  expect(app.searchParams.get('error')).toBe('server_error')
  expect(await world.db.selectFrom('identityConnect').selectAll().execute()).toEqual([])
})

describe('the last call', () => {
  test.each([
    ['another code', { connect_code: 'x' }],
    ['another verifier', { code_verifier: pkce().verifier }],
    ['another address', { redirect_uri: 'http://localhost/' }],
  ])('ends the attempt with %s', async (_, change) => {
    const mia = await person()
    const body = await walk(mia)
    expect((await mia.call('POST', 'complete', { ...body, ...change })).status).toBe(400)
    expect((await mia.call('POST', 'complete', body)).status).toBe(400)
    expect(await world.db.selectFrom('identityConnection').selectAll().execute()).toEqual([])
  })

  test('is that of the account that began, before ten minutes have passed', async () => {
    const [mia, tom] = [await person(), await person('tom@example.org')]
    const body = await walk(mia)
    expect((await tom.call('POST', 'complete', body)).status).toBe(400)
    now = new Date(now.getTime() + 601_000)
    expect((await mia.call('POST', 'complete', body)).status).toBe(400)
  })

  test('connects once, also ten at the same moment', async () => {
    const mia = await person()
    const body = await walk(mia)
    const answers = await Promise.all(Array.from({ length: 10 }, () => mia.call('POST', 'complete', body)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array<number>(9).fill(400)])
    const rows = await world.db.selectFrom('identityConnection').select('accountId').execute()
    expect(rows).toEqual([{ accountId: subjects.mia }])
  })
})
