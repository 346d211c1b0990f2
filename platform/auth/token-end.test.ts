import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../database/database.fixture.ts'
import type { OpenedDatabase } from '../database/database.ts'
import { createTokenEnd } from './token-end.ts'
import { createTokenEndStore } from './token-end.store.ts'

let opened: OpenedDatabase
let now = new Date('2026-11-21T10:00:00Z')
const clock = () => now
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)

beforeAll(async () => {
  opened = await testDatabase()
  await opened.db
    .insertInto('identityAccount')
    .values({
      id: 'auth0|mia',
      email: 'mia@example.org',
      passwordHash: '',
      name: 'Mia',
      createdAt: now,
      updatedAt: now,
    })
    .execute()
})
afterAll(() => opened.close())

test('the end of tokens counts after five seconds at the latest, for those from before it', async () => {
  const isEnded = createTokenEnd({ db: opened.db, clock, isEmbedded: false })
  const issuedAt = later(-60)
  expect(await isEnded('auth0|tom', issuedAt)).toBe(false)
  await createTokenEndStore(opened.db).end('auth0|tom', now)
  now = later(4.999)
  expect(await isEnded('auth0|tom', issuedAt)).toBe(false)
  now = later(0.001)
  expect(await isEnded('auth0|tom', issuedAt)).toBe(true)
  expect(await isEnded('auth0|tom', now)).toBe(false)
  expect(await isEnded('auth0|kai', issuedAt)).toBe(false)
})

test('a person of any provider is blocked for good', async () => {
  const isEnded = createTokenEnd({ db: opened.db, clock, isEmbedded: false })
  await opened.db
    .insertInto('tokenEnd')
    .values({ subject: 'oidc|eve', endedBefore: sql`'infinity'` })
    .execute()
  expect(await isEnded('oidc|eve', later(86_400))).toBe(true)
})

test('an account of the embedded provider that is blocked or gone has no token that counts', async () => {
  const isEnded = createTokenEnd({ db: opened.db, clock, isEmbedded: true })
  expect(await isEnded('auth0|mia', now)).toBe(false)
  expect(await isEnded('auth0|gone', now)).toBe(true)
  await opened.db.updateTable('identityAccount').set({ blocked: true }).execute()
  now = later(5)
  expect(await isEnded('auth0|mia', now)).toBe(true)
})

test('after a clock that was set back, what was ended stays ended, and what is issued then counts', async () => {
  const isEnded = createTokenEnd({ db: opened.db, clock, isEmbedded: false })
  const store = createTokenEndStore(opened.db)
  const beforeAhead = later(-60)
  now = later(3600)
  const fromAhead = later(-60)
  expect(await isEnded('auth0|ida', fromAhead)).toBe(false)
  await store.end('auth0|ida', now)
  now = later(-3599.5)
  expect(await isEnded('auth0|ida', beforeAhead), 'issued before the clock went ahead').toBe(true)
  await store.catchUp('auth0|ida', now)
  expect(await isEnded('auth0|ida', beforeAhead)).toBe(true)
  expect(await isEnded('auth0|ida', fromAhead), 'issued while the clock was ahead').toBe(true)
  const fresh = later(-0.5)
  expect(await isEnded('auth0|ida', fresh), 'issued in this second').toBe(false)
  for (const minutes of [58, 59, 60]) {
    now = new Date(fresh.getTime() + minutes * 60_000)
    expect(await isEnded('auth0|ida', fresh), `${minutes} minutes later`).toBe(false)
  }
})

test('neither a block nor an end of another machine whose clock is ahead is moved', async () => {
  const store = createTokenEndStore(opened.db)
  await opened.db
    .insertInto('tokenEnd')
    .values({ subject: 'oidc|bob', endedBefore: sql`'infinity'` })
    .execute()
  await store.end('auth0|uli', later(30))
  for (const subject of ['oidc|bob', 'auth0|uli']) {
    await store.catchUp(subject, now)
    expect(await store.isEnded(subject, later(20), now)).toBe(true)
  }
})
