import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import { createPayloadStore } from './payload.store.ts'

const clock = () => new Date('2026-11-23T11:00:00Z')
let database: OpenedDatabase

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const session = (accountId: string) => ({ accountId, uid: `uid-${accountId}`, kind: 'Session' })

test.each(['a sign-out', 'an end of the account'])(
  'a request that saves its session after %s does not bring it back',
  async (how) => {
    const store = createPayloadStore(database.db, clock)
    const sessions = store.adapter('Session')
    const id = `session of ${how}`
    await sessions.upsert(id, session(how), 3600)
    expect(await sessions.find(id)).toMatchObject({ accountId: how, jti: id })
    await (how === 'a sign-out' ? sessions.destroy(id) : store.endAccount(how))
    await sessions.upsert(id, session(how), 3600)
    expect(await sessions.find(id)).toBeUndefined()
    expect(await sessions.findByUid(`uid-${how}`)).toBeUndefined()
  },
)
