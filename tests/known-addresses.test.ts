import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setBilling } from '../services/backend/invoices/settings.ts'
import { basis, openSignUps } from '../services/backend/sign-up/sign-ups.fixture.ts'
import { createAccounts } from '../services/identity/accounts.ts'
import { now } from './services.fixture.ts'

/** Some thousand calls on a busy machine. */
const longestMs = 180_000
const pairs = Array.from({ length: 200 }, (_, index) => {
  const number = String(index).padStart(3, '0')
  return { known: `known-${number}@example.org`, unknown: `fresh-${number}@example.org` }
})
const billing = JSON.parse(
  readFileSync(new URL('../content/demo/billing.json', import.meta.url), 'utf8'),
) as unknown
const password = 'ein langer neuer Satz'

let world: Awaited<ReturnType<typeof openSignUps>>
beforeAll(async () => {
  world = await openSignUps({
    // The proof of work has its own tests, and so has the hash of a password.
    challenges: { issue: () => Promise.reject(new Error('no challenge here')), redeem: async () => {} },
    signUp: (person) => accounts().register(person),
  })
  await setBilling(world.db, () => now, 1, billing)
  for (const table of ['member', 'credit', 'member_package'])
    await sql`alter table ${sql.table(table)} alter column id restart with 1001`.execute(world.db)
  await Promise.all(pairs.map(({ known }) => addAccount(known)))
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('rateLimit').execute())

function accounts() {
  const passwords = { hash: async () => 'hash', matches: async () => false, isOutdated: () => false }
  return createAccounts({ db: world.db, passwords, clock: () => now })
}

/** Makes an address known: it has a verified account and a member. */
async function addAccount(email: string): Promise<void> {
  const id = 2000 + Number(email.slice(6, 9))
  await accounts().create({ email, password, emailVerified: true })
  await world.db
    .insertInto('member')
    .values({
      id,
      spaceId: 1,
      memberNumber: `M-${id}`,
      firstName: 'Kai',
      lastName: 'Kennt',
      emailAddress: email,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
}

/** Everything that a caller sees, without what is random: tokens and numbers of orders; and without the typed address. */
async function seen(response: Response, email: string) {
  const text = await response.text()
  const headers = [...response.headers].filter(([name]) => name !== 'x-request-id')
  return JSON.stringify({ status: response.status, headers, text })
    .replaceAll(email, 'the address')
    .replaceAll(/(?<="token\\":\\")[\w-]{43}/g, 'a token')
    .replaceAll(/(?<="number\\":\\")[^"\\]+/g, 'a number')
}

/** Calls for both addresses of a pair at the same time, and compares the answers. */
async function expectSame(call: (email: string) => Promise<Response>): Promise<string> {
  const answers = await Promise.all(
    pairs.map(({ known, unknown }) =>
      Promise.all([known, unknown].map(async (email) => seen(await call(email), email))),
    ),
  )
  for (const [known, unknown] of answers) expect(known).toBe(unknown)
  expect(new Set(answers.flat()).size).toBe(1)
  return answers[0]?.[0] ?? ''
}

test(
  'a registration answers the same for 200 known and 200 unknown addresses',
  async () => {
    const answer = await expectSame((email) =>
      world.ask('POST', '/auth0/register', { email, password, altcha: 'x', user_metadata: {} }),
    )
    expect(answer).toContain('"status":202')
  },
  longestMs,
)

test(
  'an onboarding answers the same for 200 known and 200 unknown addresses, from the first step to the order',
  async () => {
    const tokens = new Map<string, string>()
    const consents = ['terms', 'withdrawal', 'earlyStart'].map((kind) => ({ kind, text: kind }))
    const order = { shownCents: 1990, shown: '', paysBy: 'transfer', startsEarly: true, consents }
    const start = await expectSame(async (email) => {
      const response = await world.ask('PUT', '/signup/start', {
        item: basis,
        account: { by: 'typed', email, isNew: true },
      })
      const { token } = (await response.clone().json()) as { token: string }
      tokens.set(email, token)
      return response
    })
    expect(start).toContain('a token')
    const steps = [
      (token: string) => world.putContact(token),
      (token: string) => world.ask('PUT', '/signup/image', { jpeg: null, replaces: false }, { token }),
      async (token: string) => {
        const response = await world.ask('GET', '/signup/offer', undefined, { token })
        // The same for all, as `expectSame` sees.
        order.shown = ((await response.clone().json()) as { shown: string }).shown
        return response
      },
      (token: string) => world.ask('POST', '/signup/order', order, { token }),
      (token: string) => world.ask('GET', '/signup', undefined, { token }),
    ]
    for (const step of steps) {
      const answer = await expectSame((email) => step(tokens.get(email) ?? ''))
      expect(answer).toContain('"status":200')
    }
  },
  longestMs,
)
