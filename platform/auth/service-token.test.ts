import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../database/database.fixture.ts'
import type { OpenedDatabase } from '../database/database.ts'
import { type ServiceTokenKeeper, createServiceTokens } from './service-token.ts'

let opened: OpenedDatabase
let tokens: ServiceTokenKeeper
let now = new Date('2026-11-21T10:00:00Z')

beforeAll(async () => {
  opened = await testDatabase()
  tokens = createServiceTokens(opened.db, { clock: () => now })
})
afterAll(() => opened.close())

function find(token: string, scheme = 'Bearer') {
  return tokens.find(new Request('http://inside/', { headers: { authorization: `${scheme} ${token}` } }))
}

test('a made token is {id}|{secret}, found by it, and only its hash is stored', async () => {
  const token = await tokens.create('site', ['read'])
  expect(token).toMatch(/^\d+\|[\w-]{43}$/)
  expect(await find(token)).toEqual({ id: Number(token.split('|')[0]), abilities: ['read'] })
  const rows = await opened.db.selectFrom('serviceToken').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(token.split('|')[1])
  expect(JSON.stringify(await tokens.list())).not.toContain('hash')
})

test('what is not exactly the token is not found', async () => {
  const token = await tokens.create('one', ['manage'])
  const other = await tokens.create('two', ['manage'])
  const [id = '', secret = ''] = token.split('|')
  const wrong = [
    `${id}|${other.split('|')[1]}`,
    `${id}|${secret.slice(1)}`,
    `${id}|`,
    `0${id}|${secret}`,
    `-1|${secret}`,
    `99999999999|${secret}`,
    `2147483648|${secret}`,
    secret,
    `${id}|${secret}x`,
    `${id}|${'x'.repeat(10_000)}`,
    `' or 1=1--|${secret}`,
  ]
  for (const one of wrong) expect(await find(one), one.slice(0, 80)).toBeNull()
  expect(await find(token, 'Basic')).toBeNull()
  expect(await tokens.find(new Request('http://inside/'))).toBeNull()
})

test('a revoked token is not found any more', async () => {
  const token = await tokens.create('old', ['read'])
  const id = Number(token.split('|')[0])
  expect(await tokens.revoke(id)).toBe(true)
  expect(await find(token)).toBeNull()
  expect(await tokens.revoke(id)).toBe(false)
})

test('the last use is kept to the hour', async () => {
  const token = await tokens.create('used', ['read'])
  const id = Number(token.split('|')[0])
  const lastUsed = async () => (await tokens.list()).find((one) => one.id === id)?.lastUsedAt?.toISOString()
  expect(await lastUsed()).toBeUndefined()
  for (const [time, noted] of [
    ['10:00', '10:00'],
    ['10:59', '10:00'],
    ['11:01', '11:01'],
  ]) {
    now = new Date(`2026-11-21T${time}:00Z`)
    await find(token)
    expect(await lastUsed()).toBe(`2026-11-21T${noted}:00.000Z`)
  }
})

test('a configured token of any form is accepted in memory, and one that no header can carry refused', async () => {
  tokens.accept('a_configured-looking-token', ['manage'])
  expect(await find('a_configured-looking-token')).toEqual({ id: 0, abilities: ['manage'] })
  expect(await find('a_configured-looking-tokem')).toBeNull()
  for (const unusable of ['', 'a b', 'x'.repeat(513)]) {
    expect(() => tokens.accept(unusable, ['read'])).toThrow('1 to 512')
  }
})
