import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccounts } from './accounts.ts'
import {
  mailsTo,
  newestLink,
  pkce,
  signIn,
  startIdentity,
  TestBrowser,
  type TestIdentity,
} from './identity.fixture.ts'
import { createPasswords } from './password.ts'

const password = 'ein langer neuer Satz'
let world: TestIdentity
let done: string[] = []
beforeAll(async () => {
  world = await startIdentity()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('rateLimit').execute()
})

/** Registers and notes each statement and each hash. */
async function register(email: string, chosen = password, locale: 'de' | 'en' = 'de') {
  const passwords = createPasswords()
  const accounts = createAccounts({
    db: world.db.withPlugin({
      transformQuery: ({ node }) => {
        done.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }),
    passwords: {
      ...passwords,
      hash: (text) => {
        done.push('hash')
        return passwords.hash(text)
      },
    },
    clock: () => new Date(),
  })
  await accounts.register({ email, password: chosen, userMetadata: { locale } })
}

async function confirm(link: string) {
  const browser = new TestBrowser(world.origin)
  const ticket = new URL(link).searchParams.get('ticket') as string
  return browser.post('/u/email-verification', { ticket })
}

const canSignIn = async (email: string, chosen: string) =>
  (await signIn(world, new TestBrowser(world.origin), pkce(), { email, password: chosen })).searchParams.has(
    'code',
  )

test('a new address gets a mail in the language of the person, whose link confirms it', async () => {
  await register('Frida@example.org', password, 'en')
  expect(await canSignIn('frida@example.org', password)).toBe(false)
  const [mail] = await mailsTo(world, 'frida@example.org')
  expect(mail).toMatchObject({ locale: 'en', subject: 'Confirm your email address' })
  expect((await confirm(await newestLink(world, 'frida@example.org'))).status).toBe(303)
  expect(await canSignIn('frida@example.org', password)).toBe(true)
})

test('the work is the same for a new, an unverified, a verified and a blocked address', async () => {
  await world.identity.setBlocked('kai@example.org', true)
  const works: string[][] = []
  for (const who of ['ida', 'neu', 'mia', 'kai']) {
    done = []
    await register(`${who}@example.org`)
    works.push(done)
  }
  expect(works[0]).toEqual(['hash', 'InsertQueryNode', 'InsertQueryNode'])
  expect(works).toEqual(works.map(() => works[0]))
  await mailsTo(world, '')
})

test('an address with an account keeps its password, and its owner gets a way to a new one', async () => {
  const before = (await mailsTo(world, 'tom@example.org')).length
  await register('TOM@example.org')
  const mails = await mailsTo(world, 'tom@example.org')
  expect(mails).toHaveLength(before + 1)
  expect(mails.at(-1)).toMatchObject({ subject: 'Du hast schon ein Konto' })
  expect(await newestLink(world, 'tom@example.org')).toContain('/u/reset-password?ticket=')
  expect(await canSignIn('tom@example.org', password)).toBe(false)
  expect(await canSignIn('tom@example.org', 'werkbank-demo')).toBe(true)
})

test('a blocked account gets no mail', async () => {
  await world.identity.setBlocked('lea@example.org', true)
  const before = (await mailsTo(world, 'lea@example.org')).length
  await register('lea@example.org')
  expect(await mailsTo(world, 'lea@example.org')).toHaveLength(before)
})

test('a link confirms the password of its own registration, whoever registered the address before or after', async () => {
  const email = 'victim@example.org'
  await register(email, 'the first of the thief')
  await newestLink(world, email)
  await register(email, password)
  const own = await newestLink(world, email)
  await register(email, 'the second of the thief')
  const thiefs = await newestLink(world, email)
  expect((await confirm(own)).status).toBe(303)
  expect(await canSignIn(email, password)).toBe(true)
  expect(await canSignIn(email, 'the second of the thief')).toBe(false)
  // The other links are over.
  expect((await confirm(thiefs)).status).toBe(400)
  await register(email, 'the third of the thief')
  expect(await canSignIn(email, password)).toBe(true)
})

test('no password and no address stays with a request that was judged', async () => {
  await register('nora@example.org')
  await mailsTo(world, '')
  expect(await world.db.selectFrom('accountMail').selectAll().execute()).toEqual([])
})

test('ten registrations of one address at once make one account', async () => {
  await Promise.all(Array.from({ length: 10 }, () => register('many@example.org')))
  const rows = await world.db
    .selectFrom('identityAccount')
    .select('id')
    .where('email', '=', 'many@example.org')
    .execute()
  expect(rows).toHaveLength(1)
  // The limit of mails to one account.
  expect(await mailsTo(world, 'many@example.org')).toHaveLength(5)
})
