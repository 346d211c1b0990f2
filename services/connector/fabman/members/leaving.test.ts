import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { FabmanDouble } from '../../../../doubles/fabman/double.ts'
import { openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import { fabmanOf } from '../../twins.fixture.ts'

const clock = () => new Date('2026-12-01T08:00:00Z')

let database: OpenedDatabase
let double: FabmanDouble
/** Writes that Fabman was asked for. */
let writes: string[]

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  double = openDouble({ clock })
  writes = []
})

/** Has member 1 forgotten; `answer` stands in for Fabman's answer to a change. */
function forget(answer?: (put: number, send: () => Promise<Response>) => Promise<Response>) {
  const { fetch } = double
  double.fetch = async (request) => {
    if (request.method === 'GET') return fetch(request)
    writes.push(`${request.method} ${new URL(request.url).pathname}`)
    const puts = writes.filter((each) => each.startsWith('PUT')).length
    return request.method === 'PUT' && answer ? answer(puts, () => fetch(request)) : fetch(request)
  }
  return fabmanOf(database.db, double, clock).workshop.forgetMember?.(1)
}

test('Fabman keeps a member without a name, and no key; our own secrets and attempts go', async () => {
  const owned = { account: 1, kind: 'members', ownerId: 1, token: 'secret' }
  await database.db.insertInto('fabmanCalendar').values(owned).execute()
  const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T19:00' }
  await database.db
    .insertInto('fabmanIntent')
    .values({ memberId: 1, equipmentId: 1, ...times, createdAt: clock() })
    .execute()
  const row = double.account.tables.members.get(1)
  if (row) double.account.update('members', row, { notes: 'tall', billingEmailAddress: 'x@example.org' })
  await forget()
  await forget()
  expect(writes.filter((each) => each.startsWith('PUT'))).toEqual(['PUT /api/v1/members/1'])
  expect(writes).toContain('DELETE /api/v1/members/1/key')
  expect(double.account.tables.members.get(1)).toMatchObject({
    firstName: 'Erased',
    lastName: 'Erased',
    emailAddress: null,
    notes: null,
    billingEmailAddress: null,
  })
  expect(await database.db.selectFrom('fabmanCalendar').selectAll().execute()).toEqual([])
  expect(await database.db.selectFrom('fabmanIntent').selectAll().execute()).toEqual([])
})

test('a conflict and a lost answer are no failure', async () => {
  await forget(async (put, send) => {
    const answer = await send()
    if (put === 1) throw new TypeError('the connection is gone')
    return answer
  })
  expect(double.account.tables.members.get(1)).toMatchObject({ firstName: 'Erased', emailAddress: null })
})

test('what Fabman does not take is for the operator', async () => {
  const said = Response.json({ statusCode: 422, message: 'has invoices' }, { status: 422 })
  await expect(forget(() => Promise.resolve(said))).rejects.toMatchObject({ code: 'notSupported' })
})
