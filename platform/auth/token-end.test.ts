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

test('a clock that is set back keeps no good answer longer, and lets people with ended tokens sign in', async () => {
  const isEnded = createTokenEnd({ db: opened.db, clock, isEmbedded: false })
  const store = createTokenEndStore(opened.db)
  const ahead = later(3600)
  now = ahead
  const fromAhead = later(-60)
  expect(await isEnded('auth0|ida', fromAhead)).toBe(false)
  await store.end('auth0|ida', ahead)
  now = later(-3600)
  expect(await isEnded('auth0|ida', fromAhead), 'ended while the clock was ahead').toBe(true)
  expect(await isEnded('auth0|ida', now), 'issued after the clock was set back').toBe(false)
})
