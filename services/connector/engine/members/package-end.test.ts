import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabaseKind } from '../../../../platform/database/database.fixture.ts'
import { addCredit, asked } from '../../connector.fixture.ts'
import { slot, testWorkshop } from '../engine.fixture.ts'

const team = 7
const last = '2026-12-02'
/** Half an hour costs 1.50; from 24 hours before, all of it. */
const { db, book, tryToBook, send, setNow } = await testWorkshop({
  crowded: true,
  space: { bookingLockInHours: 24 },
  equipment: { pricePerBookingCents: 150, pricePerBookingSeconds: 1800 },
})

const ownOf = async (member: number) =>
  (
    await db
      .selectFrom('memberPackage')
      .select('id')
      .where('memberId', '=', member)
      .orderBy('id')
      .executeTakeFirstOrThrow()
  ).id
const end = async (member: number, untilDate = last) =>
  send('manage', 'PATCH', `/fabman/members/${member}/packages/${await ownOf(member)}`, { untilDate })
const rows = () =>
  db
    .selectFrom('booking')
    .select(['memberId as member', 'state', 'cancelledLate as late', 'moneyCents as money'])
    .orderBy('id')
    .execute()
const mails = async (member: number) =>
  (
    await db
      .selectFrom('mail')
      .select(['kind', 'text'])
      .where('toAddress', '=', `m${member}@example.org`)
      .orderBy('id')
      .execute()
  ).filter(({ kind }) => kind !== 'booking-made')
/** The first half hour of 3 December. */
const after = slot(28)

test('it costs nothing, however late, and the mail says so and takes the entry out of the calendar', async () => {
  await addCredit(db, { amountCents: 100 })
  await tryToBook(1, after)
  setNow(new Date('2026-12-02T20:00:00Z'))
  await end(1)
  expect(await rows()).toEqual([{ member: 1, state: 'cancelled', late: false, money: 0 }])
  const credit = await db.selectFrom('credit').select('heldCents').executeTakeFirstOrThrow()
  expect(credit.heldCents).toBe(0)
  const [mail] = await mails(1)
  expect(mail).toMatchObject({
    kind: 'booking-uncovered',
    text: expect.stringContaining('kostet dich nichts'),
  })
  const files = await db.selectFrom('mailAttachment').select('content').orderBy('mailId', 'desc').execute()
  expect(files[0]?.content.toString()).toContain('METHOD:CANCEL')
})

test('the time goes to the next person who waits, and an offer ends without a mail', async () => {
  for (const member of [1, 2, 3]) {
    const { state: _, ...entry } = asked(member, after)
    if (member === 1) await tryToBook(1, after)
    else await send(member, 'POST', '/fabman/waitlist', entry)
  }
  await end(1)
  expect(await rows()).toMatchObject([{ state: 'cancelled' }, { member: 2, state: 'pending' }])
  await end(2)
  expect((await mails(2)).map(({ kind }) => kind)).toEqual(['booking-offer'])
  expect(await rows()).toMatchObject([{}, { state: 'cancelled' }, { member: 3, state: 'pending' }])
})

/** Member 1 has a seat and a package of their own; the team shares 1.00. */
async function withSeat(): Promise<void> {
  await sql`insert into member_package (member_id, package_id, from_date, created_at)
    select 1, package_id, from_date, created_at from member_package where member_id = 1`.execute(db)
  await sql`update member_package set team_id = ${team} where id = ${await ownOf(1)}`.execute(db)
  await addCredit(db, { amountCents: 100, teamId: team })
}

test('a booking that would cost more money without the shared credits of the seat is cancelled', async () => {
  await withSeat()
  await tryToBook(1, after)
  expect(await rows()).toMatchObject([{ money: 50 }])
  await end(1)
  expect(await rows()).toMatchObject([{ state: 'cancelled' }])
})

test('it stays where credits of the member pay instead', async () => {
  await withSeat()
  await tryToBook(1, after)
  const own = await addCredit(db, { amountCents: 100 })
  await end(1)
  expect(await rows()).toEqual([{ member: 1, state: 'confirmed', late: false, money: 50 }])
  const holds = await db.selectFrom('creditHold').select(['creditId', 'amountCents']).execute()
  expect(holds).toEqual([{ creditId: own, amountCents: 100 }])
  expect(await mails(1)).toEqual([])
})

// PGlite has one session: nothing ever waits there.
if (testDatabaseKind === 'postgres')
  test('a booking that is being made while the package ends is cancelled, too', async () => {
    let booking: Promise<unknown> = Promise.resolve()
    let ending = booking
    const state = { isOver: false }
    const waiting = async (tx: typeof db, condition: ReturnType<typeof sql>) => {
      const { rows: found } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where not granted and ${condition}`.execute(tx)
      return (found[0]?.count ?? 0) > 0
    }
    await db.transaction().execute(async (tx) => {
      // The booking is judged and written, and waits with its mail.
      await sql`lock table mail in share mode`.execute(tx)
      booking = book(1, after)
      while (!(await waiting(tx, sql`relation = 'mail'::regclass`)));
      ending = end(1).then(() => (state.isOver = true))
      while (!state.isOver && !(await waiting(tx, sql`locktype = 'advisory'`)));
    })
    await Promise.all([booking, ending])
    expect(await rows()).toMatchObject([{ state: 'cancelled' }])
  })
