import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../../../contracts/booking.ts'
import { asked, call } from '../../connector.fixture.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, connector, jobs, setNow, book } = await testWorkshop()

let booking: Booking
beforeEach(async () => {
  booking = await book(1)
})
/** A time on the clock of the space; the booking is on 2 December, 18 to 20. */
const at = (local: string) => {
  setNow(new Date(`${local}:00+01:00`))
}
const remind = () => jobs.remindMembers()
const reminders = () =>
  db
    .selectFrom('mail')
    .innerJoin('outbox', 'outbox.id', 'mail.id')
    .selectAll('mail')
    .select('validUntil')
    .where('mail.kind', '=', 'booking-reminder')
    .orderBy('mail.id')
    .execute()
async function move(times: object): Promise<void> {
  const body = { ...times, lockVersion: booking.lockVersion }
  const response = await call(connector, 1, 'PATCH', `/fabman/bookings/${booking.id}`, body)
  expect(response.status).toBe(200)
  booking = (await response.json()) as Booking
}

test('a reminder is sent once, 24 hours before the start, also by repeated and parallel runs', async () => {
  at('2026-12-01T17:59')
  expect(await remind()).toBe(0)
  at('2026-12-01T18:00')
  await Promise.all(Array.from({ length: 10 }, remind))
  at('2026-12-01T20:00')
  expect(await remind()).toBe(0)
  const sent = await reminders()
  expect(sent).toMatchObject([
    {
      toAddress: 'm1@example.org',
      subject: 'Erinnerung: 3D-Drucker, Mi., 2. Dezember, 18:00–20:00 Uhr',
      // Undelivered until then, it is of no use any more.
      validUntil: new Date('2026-12-02T17:00Z'),
    },
  ])
  expect(
    await db
      .selectFrom('mailAttachment')
      .where('mailId', '=', sent[0]?.id ?? 0)
      .selectAll()
      .execute(),
  ).toEqual([])
})

test('all members are reminded when there are more bookings than one batch', async () => {
  const [row] = await db.selectFrom('booking').selectAll().execute()
  if (!row) throw new Error('no booking')
  const { id: _, during: __, ...same } = row
  const minutes = (count: number) => new Date(row.startsAt.getTime() + count * 60_000)
  await db
    .insertInto('booking')
    .values(
      Array.from({ length: 250 }, (___, index) => ({
        ...same,
        equipmentId: 3,
        startsAt: minutes(index),
        endsAt: minutes(index + 1),
      })),
    )
    .execute()
  at('2026-12-02T17:59')
  expect(await remind()).toBe(251)
  expect(await reminders()).toHaveLength(251)
})

test('a reminder that a crash interrupts is sent once by the next run', async () => {
  at('2026-12-01T18:00')
  await sql`create function die() returns trigger language plpgsql as $$ begin raise 'dies here'; end $$`.execute(
    db,
  )
  for (const table of ['mail', 'booking']) {
    await sql`create constraint trigger dies after insert or update on ${sql.table(table)}
      deferrable initially deferred for each row execute function die()`.execute(db)
    await expect(remind()).rejects.toThrow('dies here')
    await sql`drop trigger dies on ${sql.table(table)}`.execute(db)
    expect(await reminders()).toEqual([])
  }
  await sql`drop function die()`.execute(db)
  expect([await remind(), await remind()]).toEqual([1, 0])
})

test('a moved booking gets a reminder for its new start only', async () => {
  await move({ fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' })
  at('2026-12-01T18:00')
  expect(await remind()).toBe(0)
  at('2026-12-03T18:00')
  expect(await remind()).toBe(1)
  expect((await reminders())[0]?.subject).toContain('Fr., 4. Dezember')
})

test('a booking that moves to another day after its reminder gets another; one that is extended does not', async () => {
  at('2026-12-01T18:00')
  await remind()
  await move({ fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T21:00' })
  expect(await remind()).toBe(0)
  await move({ fromDateTime: '2026-12-04T18:00', untilDateTime: '2026-12-04T20:00' })
  expect(await remind()).toBe(0)
  at('2026-12-03T18:00')
  expect([await remind(), await remind()]).toEqual([1, 0])
  expect(await reminders()).toHaveLength(2)
})

test.each([
  ['2026-12-01T17:59', 1],
  ['2026-12-01T18:00', 0],
])('booked or moved at %s for 18:00 of the next day: %i reminders', async (time, count) => {
  at(time)
  await book(2, { resource: '3' })
  await move({ fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T19:00' })
  at('2026-12-01T18:01')
  expect(await remind()).toBe(2 * count)
})

test('cancelled bookings and offers get no reminder; accepted offers do', async () => {
  const { state: _, ...entry } = asked(2)
  await call(connector, 2, 'POST', '/fabman/waitlist', entry)
  await call(connector, 1, 'DELETE', `/fabman/bookings/${booking.id}`)
  const accepted = await call(connector, 2, 'POST', '/fabman/waitlist/1/accept')
  expect(accepted.status).toBe(200)
  await db
    .updateTable('booking')
    .where('id', '=', ((await accepted.json()) as Booking).id)
    .set({ state: 'pending' })
    .execute()
  at('2026-12-01T18:00')
  expect(await remind()).toBe(0)
  await db.updateTable('booking').where('state', '=', 'pending').set({ state: 'confirmed' }).execute()
  expect(await remind()).toBe(1)
  expect((await reminders()).map(({ toAddress }) => toAddress)).toEqual(['m2@example.org'])
})

test('a booking that is cancelled during the run gets no reminder', async () => {
  for (let day = 3; day <= 12; day++) {
    const date = `2026-12-${String(day).padStart(2, '0')}`
    at('2026-12-01T09:00')
    const { id } = await book(3, { fromDateTime: `${date}T18:00`, untilDateTime: `${date}T20:00` })
    at(`2026-12-${String(day - 1).padStart(2, '0')}T18:00`)
    await Promise.all([remind(), call(connector, 3, 'DELETE', `/fabman/bookings/${id}`), remind()])
    const mails = await db
      .selectFrom('mail')
      .select('kind')
      .where('toAddress', '=', 'm3@example.org')
      .where('kind', '!=', 'booking-made')
      .orderBy('id')
      .execute()
    expect(mails.at(-1)?.kind).toBe('booking-cancelled')
    await db.deleteFrom('mail').execute()
  }
})

test.each([
  ['2026-12-02T17:59', 1],
  ['2026-12-02T18:00', 0],
  ['2026-12-02T19:00', 0],
])('after an outage until %s: %i reminders', async (time, count) => {
  at(time)
  expect(await remind()).toBe(count)
})

test('a member without a usable address does not stop the other reminders', async () => {
  await db.updateTable('member').where('id', '=', 1).set({ emailAddress: 'none' }).execute()
  await book(2, { resource: '3', fromDateTime: '2026-12-02T18:30' })
  at('2026-12-02T17:00')
  await remind()
  expect((await reminders()).map(({ toAddress }) => toAddress)).toEqual(['m2@example.org'])
})
