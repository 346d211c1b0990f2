import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clientId, mailsTo, startIdentity, TestBrowser, type TestIdentity } from './identity.fixture.ts'

let world: TestIdentity
let statements: string[] = []
beforeAll(async () => {
  world = await startIdentity({ onStatement: ({ kind }) => statements.push(kind) })
  await world.db
    .updateTable('identityAccount')
    .set({ blocked: true })
    .where('email', '=', 'lea@example.org')
    .execute()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('rateLimit').execute()
})

const waysToAsk = {
  'the page': {
    status: 303,
    ask: (email: string) => new TestBrowser(world.origin).post('/u/forgot-password', { email }),
  },
  "Auth0's call": {
    status: 200,
    ask: (email: string) =>
      fetch(`${world.origin}/dbconnections/change_password`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ client_id: clientId, email, connection: 'Username-Password-Authentication' }),
      }),
  },
}

test.each(Object.entries(waysToAsk))(
  'a request by %s does the same in the database for every address, and nothing after its answer',
  async (_, { ask, status }) => {
    const done: string[][] = []
    for (const email of ['mia@example.org', 'nobody@example.org', 'lea@example.org', 'neu@example.org']) {
      statements = []
      expect((await ask(email)).status).toBe(status)
      // Work that nobody waits for has begun by now.
      await new Promise(setImmediate)
      done.push(statements)
    }
    expect(done[0]?.at(-1)).toBe('InsertQueryNode')
    expect(done).toEqual(done.map(() => done[0]))
    await mailsTo(world, '')
  },
)

test('a request survives the process that took it, and its address is gone when it was judged', async () => {
  const before = (await mailsTo(world, 'mia@example.org')).length
  for (const email of ['mia@example.org', 'nobody@example.org']) await waysToAsk['the page'].ask(email)
  expect(await world.db.selectFrom('accountMail').select('address').execute()).toHaveLength(2)
  // The deliverer of the fixture is another one than that of the pages.
  expect(await mailsTo(world, 'mia@example.org')).toHaveLength(before + 1)
  expect(await world.db.selectFrom('accountMail').selectAll().execute()).toEqual([])
})

test('a request that is performed twice sends one mail', async () => {
  const before = (await mailsTo(world, 'kai@example.org')).length
  await waysToAsk['the page'].ask('kai@example.org')
  const again = { doneAt: null, dueAt: new Date() }
  await world.deliver()
  await world.db.updateTable('outbox').set(again).where('kind', '=', 'account-mail').execute()
  expect(await mailsTo(world, 'kai@example.org')).toHaveLength(before + 1)
})

test.each(['lea@example.org', 'nobody@example.org'])('%s gets no link for a password', async (email) => {
  await waysToAsk['the page'].ask(email)
  expect(await mailsTo(world, email)).toEqual([])
})
