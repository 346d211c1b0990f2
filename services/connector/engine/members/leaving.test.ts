import { beforeAll, beforeEach, afterAll, expect, test } from 'vitest'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import { addCredit, engineJobsOf, engineOf, fillWorkshop } from '../../connector.fixture.ts'

let opened: OpenedDatabase
let today: Date
const clock = () => today
const at = (time: string) => new Date(`2026-12-02T${time}:00Z`)

beforeAll(async () => {
  opened = await testDatabase()
  await fillWorkshop(opened.db)
  const price = { pricePerBookingCents: 500, pricePerBookingSeconds: 3600 }
  await opened.db.updateTable('equipment').set(price).execute()
  await opened.db.updateTable('space').set({ bookingLockInHours: 24 }).execute()
})
afterAll(() => opened.close())
beforeEach(() => {
  today = new Date('2026-12-01T08:00:00Z')
})

/** Books two hours from 18:00 local time, 17:00 UTC. */
async function booked(member: number, equipment = 2) {
  const times = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T20:00' }
  return engineOf(opened.db, clock).createBooking({ equipment, member, title: 'Regal', ...times })
}
const forget = (member: number) => engineOf(opened.db, clock).forgetMember?.(member)
const memberOf = (id: number) => engineOf(opened.db, clock).member(id)
const conflict = { code: 'conflict' }

test('a member is kept until a running booking is charged and invoiced', async () => {
  const { id } = await booked(1)
  today = at('18:00')
  await expect(forget(1)).rejects.toMatchObject(conflict)
  today = at('20:00')
  await expect(forget(1)).rejects.toMatchObject(conflict)
  await engineJobsOf(opened.db, clock).chargeEnded()
  await expect(forget(1)).rejects.toMatchObject(conflict)
  expect(await memberOf(1)).toMatchObject({ firstName: 'Vorname1' })
  const until = at('21:00').toISOString()
  await engineOf(opened.db, clock).collectCharges?.('last', { member: 1, until })
  await forget(1)
  expect(await memberOf(1)).toMatchObject({ firstName: '', lastName: '', state: 'locked' })
  const row = await opened.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'confirmed', charged: true, title: null })
})

test('a late cancellation is charged all the same, so the member is kept until then', async () => {
  const { id } = await booked(2, 3)
  today = at('10:00')
  await expect(forget(2)).rejects.toMatchObject(conflict)
  const row = await opened.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ state: 'cancelled', cancelledLate: true, charged: false })
  expect(await memberOf(2)).toMatchObject({ firstName: 'Vorname2' })
})

test('a booking that is cancelled in time costs nothing, and gives its credits back before the member is forgotten', async () => {
  const credit = await addCredit(opened.db, { amountCents: 2000, memberId: 3 })
  await booked(3, 1)
  await forget(3)
  const row = await opened.db
    .selectFrom('credit')
    .selectAll()
    .where('id', '=', credit)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ heldCents: 0, usedCents: 0 })
  expect(await memberOf(3)).toMatchObject({ emailAddress: 'erased-3@erased.invalid' })
})
