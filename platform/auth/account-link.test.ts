import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createAccountLink } from './account-link.ts'
import { testDatabase } from '../database/database.fixture.ts'
import type { OpenedDatabase } from '../database/database.ts'

let opened: OpenedDatabase

beforeAll(async () => {
  opened = await testDatabase()
})
afterAll(() => opened.close())

const unreachable = () => Promise.reject(new TypeError('fetch failed'))
const verified = (subject: string, email: string) => ({ subject, email, emailVerified: true })

function linkOver(members: Record<string, number>) {
  const lookUpByEmail = vi.fn(async (email: string) => members[email] ?? null)
  return { lookUpByEmail, find: createAccountLink({ db: opened.db, lookUpByEmail }) }
}

test('the first match by verified e-mail is remembered, and the e-mail never counts again', async () => {
  const members = { 'mia@example.org': 1, 'tom@example.org': 2 }
  const { find, lookUpByEmail } = linkOver(members)
  expect(await find(verified('s|mia', 'mia@example.org'))).toBe(1)
  expect(await find(verified('s|mia', 'tom@example.org'))).toBe(1)
  expect(await find({ subject: 's|mia', email: null, emailVerified: false })).toBe(1)
  expect(lookUpByEmail).toHaveBeenCalledTimes(1)
})

test('an address that is not verified finds nobody and asks nobody', async () => {
  const { find, lookUpByEmail } = linkOver({ 'tom@example.org': 2 })
  expect(await find({ subject: 's|x', email: 'tom@example.org', emailVerified: false })).toBeNull()
  expect(await find({ subject: 's|x', email: null, emailVerified: true })).toBeNull()
  expect(lookUpByEmail).not.toHaveBeenCalled()
})

test('an address without a member is asked for again, so that one who joins later is found', async () => {
  const members: Record<string, number> = {}
  const { find } = linkOver(members)
  expect(await find(verified('s|late', 'late@example.org'))).toBeNull()
  members['late@example.org'] = 7
  expect(await find(verified('s|late', 'late@example.org'))).toBe(7)
})

test('of requests at the same time all get the same member', async () => {
  let next = 10
  const find = createAccountLink({ db: opened.db, lookUpByEmail: async () => next++ })
  const found = await Promise.all(
    Array.from({ length: 20 }, () => find(verified('s|race', 'race@example.org'))),
  )
  expect(new Set(found).size).toBe(1)
})

test('of members at the same time each is found by their own subject', async () => {
  const names = Array.from({ length: 20 }, (_, index) => `each${index}`)
  const { find } = linkOver(
    Object.fromEntries(names.map((name, index) => [`${name}@example.org`, 100 + index])),
  )
  for (const name of names) await find(verified(`s|${name}`, `${name}@example.org`))
  const asked = ['nobody', ...names.toReversed()].map((name) =>
    find({ subject: `s|${name}`, email: null, emailVerified: false }),
  )
  expect(await Promise.all(asked)).toEqual([null, ...names.map((_, index) => 100 + index).toReversed()])
})

test('workshop management that does not answer is an upstream failure, and nothing is remembered', async () => {
  const attempt = createAccountLink({ db: opened.db, lookUpByEmail: unreachable })(
    verified('s|down', 'mia@example.org'),
  )
  await expect(attempt).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  expect(await linkOver({}).find(verified('s|down', 'mia@example.org'))).toBeNull()
})

test('a link counts in the account it was made in: the same id is somebody else elsewhere', async () => {
  const inAccount = (account: number, member: number) =>
    createAccountLink({
      db: opened.db,
      readAccount: async () => account,
      lookUpByEmail: async () => member,
    })
  expect(await inAccount(1, 5)(verified('s|moved', 'moved@example.org'))).toBe(5)
  expect(await inAccount(4, 71)(verified('s|moved', 'moved@example.org'))).toBe(71)
  expect(await inAccount(1, 99)(verified('s|moved', 'moved@example.org'))).toBe(5)
  expect(await inAccount(9, 99)({ subject: 's|moved', email: null, emailVerified: false })).toBeNull()
})

test('as long as the account is not known, nobody is taken for somebody', async () => {
  let isDown = true
  const readAccount = () => (isDown ? unreachable() : Promise.resolve(4))
  const find = createAccountLink({ db: opened.db, readAccount, lookUpByEmail: async () => 8 })
  await expect(find(verified('s|cold', 'cold@example.org'))).rejects.toMatchObject({
    code: 'upstreamUnavailable',
  })
  isDown = false
  expect(await find(verified('s|cold', 'cold@example.org'))).toBe(8)
})
