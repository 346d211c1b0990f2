import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createPasswords } from './password.ts'
import { createAccounts } from './accounts.ts'
import { demoAccounts } from './identity.fixture.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import { seedAccounts } from './seed.ts'

const passwords = createPasswords()

test('a password matches its hash and no other', async () => {
  const stored = await passwords.hash('Übung macht den Meister')
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(stored, 'Übung macht den Meister'.normalize('NFD'))).toBe(true)
  expect(await passwords.matches(stored, 'übung macht den Meister')).toBe(false)
})

test('without an account the same work is done', async () => {
  const stored = await passwords.hash('some password')
  const [known, unknown] = [
    await timeOf(() => passwords.matches(stored, 'x')),
    await timeOf(() => passwords.matches(null, 'x')),
  ]
  expect(await passwords.matches(null, 'x')).toBe(false)
  // A missing comparison would take a hundredth of it.
  expect(unknown).toBeGreaterThan(known / 5)
})

test('too many at once are sent away instead of piling up', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.matches(null, 'x')))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.every((answer) => answer.reason.code === 'tooManyRequests')).toBe(true)
  expect(await passwords.matches(null, 'x')).toBe(false)
})

test('a hash of other parameters is renewed at the next sign-in', async () => {
  const { db, close } = await testDatabase()
  const accounts = createAccounts({ db, passwords, clock: () => new Date() })
  const id = await accounts.create({ email: 'a@example.org', password: 'a long password' })
  const weak = await hash('a long password', { memoryCost: 8192, timeCost: 1, parallelism: 1 })
  await db.updateTable('identityAccount').set({ passwordHash: weak }).where('id', '=', id).execute()
  expect((await accounts.ofPassword('a@example.org', 'a long password'))?.id).toBe(id)
  const row = await db.selectFrom('identityAccount').select('passwordHash').executeTakeFirstOrThrow()
  expect(passwords.isOutdated(row.passwordHash)).toBe(false)
  expect((await accounts.ofPassword('a@example.org', 'a long password'))?.id).toBe(id)
  await close()
})

test('the demo accounts are added once, each with its own salt', async () => {
  const { db, close } = await testDatabase()
  expect(await seedAccounts(db, demoAccounts())).toBe(5)
  expect(await seedAccounts(db, demoAccounts())).toBe(0)
  const rows = await db
    .selectFrom('identityAccount')
    .select(['email', 'emailVerified', 'passwordHash'])
    .execute()
  expect(new Set(rows.map((row) => row.passwordHash)).size).toBe(5)
  expect(rows.filter((row) => !row.emailVerified).map((row) => row.email)).toEqual(['neu@example.org'])
  await close()
})

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  for (let round = 0; round < 5; round++) await work()
  return performance.now() - start
}
