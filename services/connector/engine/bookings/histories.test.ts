import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addDays } from '../../../../rules/time.ts'
import { addCredit, asked, now } from '../../connector.fixture.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, jobs, refill, setNow, send, bookings } = await testWorkshop({
  members: 3,
  space: { bookingLockInHours: 24, bookingRefundable: true },
  equipment: { pricePerBookingCents: 777, pricePerBookingSeconds: 3600 },
})

const member = fc.integer({ min: 1, max: 3 })
const times = fc
  .tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 16, max: 40 }), fc.integer({ min: 1, max: 4 }))
  .map(([day, half, length]) => {
    const at = (index: number) =>
      `${addDays('2026-12-01', day)}T${String(Math.floor(index / 2)).padStart(2, '0')}:${index % 2 ? '30' : '00'}`
    return { fromDateTime: at(half), untilDateTime: at(half + length) }
  })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('book' as const), member, times }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('change' as const), pick: fc.nat(), times }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), member, pick: fc.nat() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('credit' as const),
      member,
      cents: fc.integer({ min: 1, max: 3000 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('later' as const), hours: fc.integer({ min: 1, max: 40 }) }),
  },
)

test('after any history the ledgers agree: nothing negative, each ended booking charged once, no overlap', async () => {
  let charged = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
      charged += await play(steps)
      expect(await contradictions()).toEqual([])
    }),
    { numRuns: 40, seed: 20261121 },
  )
  expect(charged).toBeGreaterThan(100)
}, 120_000)

async function play(steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[]): Promise<number> {
  await refill()
  let today = now
  let charged = 0
  const later = async (hours: number) => {
    today = new Date(today.getTime() + hours * 3_600_000)
    setNow(today)
    await jobs.keepWaitlist()
    charged += await jobs.chargeEnded()
  }
  const attempt = async (as: number, method: string, path: string, body?: object) => {
    expect([200, 201, 409, 422]).toContain((await send(as, method, path, body)).status)
  }
  const picked = async (pick: number) => {
    const rows = await bookings()
    return rows.length > 0 ? rows[pick % rows.length] : undefined
  }
  for (const one of steps) {
    if (one.kind === 'later') {
      await later(one.hours)
    } else if (one.kind === 'credit') {
      await addCredit(db, { memberId: one.member, amountCents: one.cents, createdAt: today })
    } else if (one.kind === 'book') {
      await attempt(one.member, 'POST', '/fabman/bookings', asked(one.member, one.times))
    } else if (one.kind === 'join') {
      const wanted = await picked(one.pick)
      if (!wanted) continue
      const { fromDateTime, untilDateTime } = wanted
      const { state: _, ...entry } = asked(one.member, { fromDateTime, untilDateTime })
      await attempt(one.member, 'POST', '/fabman/waitlist', entry)
    } else {
      const booking = await picked(one.pick)
      if (!booking || typeof booking.member !== 'object') continue
      const path = `/fabman/bookings/${booking.id}`
      const { lockVersion } = booking
      if (one.kind === 'cancel') await attempt(booking.member.id, 'DELETE', path)
      else await attempt(booking.member.id, 'PATCH', path, { ...one.times, lockVersion })
    }
  }
  expect(await contradictions()).toEqual([])
  await later(14 * 24)
  return charged
}

/** Everything that may never be, by SQL. */
async function contradictions(): Promise<unknown[]> {
  const { rows } = await sql`
    select 'credit' as what, id from credit where used_cents + held_cents > amount_cents
      or used_cents <> (select coalesce(sum(amount_cents), 0) from credit_use where credit_id = credit.id)
      or held_cents <> (select coalesce(sum(amount_cents), 0) from credit_hold where credit_id = credit.id)
    union all
    select 'charged', id from booking where charged and charged_cents <>
      (select coalesce(sum(amount_cents), 0) from credit_use where booking_id = booking.id)
      + (select coalesce(sum(price_cents), 0) from charge where booking_id = booking.id)
    union all
    select 'reserved', id from booking
      where not charged and (state in ('pending', 'confirmed') or cancelled_late)
      and price_cents <> money_cents
        + (select coalesce(sum(amount_cents), 0) from credit_hold where booking_id = booking.id)
    union all
    select 'released', booking_id from credit_hold join booking on booking.id = booking_id
      where charged or (state = 'cancelled' and not cancelled_late)
    union all
    select 'paid for nothing', booking_id from charge join booking on booking.id = booking_id where not charged
    union all
    select 'overlap', one.id from booking one join booking other
      on one.equipment_id = other.equipment_id and one.id < other.id and one.during && other.during
      where one.state <> 'cancelled' and other.state <> 'cancelled'
    union all
    select 'offer', waitlist.id from waitlist join booking on booking.id = booking_id
      where waitlist.state = 'offered' and booking.state <> 'pending'
    union all
    select 'pending', booking.id from booking where state = 'pending' and not exists (
      select from waitlist where booking_id = booking.id and waitlist.state = 'offered')`.execute(db)
  return rows
}
