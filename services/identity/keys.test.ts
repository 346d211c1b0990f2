import { randomBytes } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startIdentity, TestBrowser, type TestIdentity, tokensOf } from './identity.fixture.ts'
import { createKeyStore } from './keys.store.ts'
import { createSigningKeys, keepAfterSeconds, publishAheadSeconds } from './keys.ts'

let world: TestIdentity
let now = new Date()
beforeAll(async () => {
  world = await startIdentity({ clock: () => now })
})
afterAll(() => world.close())

const kids = () => world.identity.jwks().keys.map((key) => key.kid)
const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

test('a new key is published, later signs, and the old one stays for the tokens it signed', async () => {
  const [first] = kids()
  const twin = await world.twin()
  const old = await tokensOf(world, new TestBrowser(world.origin))
  expect(decodeProtectedHeader(old.access_token).kid).toBe(first)

  later(1)
  await world.identity.rotateKeys()
  expect(kids()).toHaveLength(2)
  expect(kids()[0]).toBe(first)
  const published = (await (await fetch(`${world.origin}/.well-known/jwks.json`)).json()) as {
    keys: object[]
  }
  expect(published.keys).toHaveLength(2)
  for (const key of published.keys) expect(Object.keys(key)).not.toContain('d')
  expect(twin.jwks().keys).toHaveLength(1)
  await twin.refreshKeys()
  expect(twin.jwks()).toEqual(world.identity.jwks())

  later(publishAheadSeconds + 1)
  await world.identity.refreshKeys()
  const [second] = kids()
  expect(second).not.toBe(first)
  const fresh = await tokensOf(world, new TestBrowser(world.origin))
  expect(decodeProtectedHeader(fresh.access_token).kid).toBe(second)
  expect(decodeProtectedHeader(fresh.id_token).kid).toBe(second)
  // The other process has not looked again: the new key was published in time for it.
  for (const keys of [twin.keys, world.identity.keys])
    for (const { access_token } of [old, fresh]) await jwtVerify(access_token, keys)

  later(keepAfterSeconds)
  await world.identity.refreshKeys()
  expect(kids()).toEqual([second])
  await expect(jwtVerify(old.access_token, world.identity.keys)).rejects.toThrow()
  twin.close()
})

test('processes that start at once share one first key', async () => {
  const fresh = await startIdentity()
  await fresh.db.deleteFrom('identityKey').execute()
  const store = createKeyStore(fresh.db)
  const rows = Array.from({ length: 20 }, (_, index) => ({
    kid: String(index),
    sealed: randomBytes(32),
    createdAt: now,
  }))
  await Promise.all(rows.map((row) => store.addFirst(row)))
  expect(await store.all()).toHaveLength(1)
  await fresh.close()
})

test('keys are sealed: no private part at rest, and another secret does not open them', async () => {
  const rows = await world.db.selectFrom('identityKey').selectAll().execute()
  for (const { sealed } of rows) expect(Buffer.from(sealed).toString('latin1')).not.toContain('"d"')
  const foreign = createSigningKeys(world.db, randomBytes(32), () => now)
  await expect(foreign.load()).rejects.toThrow('SECRET')
})
