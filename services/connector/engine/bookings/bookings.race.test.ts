import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Booking } from '../../../../contracts/booking.ts'
import { type Database, violates } from '../../../../platform/database/database.ts'
import { testDatabaseKind } from '../../../../platform/database/database.fixture.ts'
import { addDays, instantOf } from '../../../../rules/time.ts'
import { numbersFrom } from '../../../../tests/random.fixture.ts'
import { insertBooking } from './bookings.store.ts'
import { engineOf } from '../../connector.fixture.ts'
import { openWorkshop, quickDeadlocks, slot, testWorkshop } from '../engine.fixture.ts'

/** A race tests who wins, not how fast; on a busy computer it may take minutes. */
const patienceMs = 400_000
const rounds = 50
/** Requests at once for one slot, from several members. */
const rush = 200
const members = 40

const workshop = await testWorkshop({ members, crowded: true })
const { db, book, tryToBook, cancel } = workshop

test(
  `${rush} parallel bookings of one slot, ${rounds} rounds: exactly one success each`,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { statuses, codes } = await rushFor(tryToBook, slot(round))
      expect(statuses, `round ${round}`).toEqual({ 201: 1, 422: rush - 1 })
      expect([...codes], `round ${round}`).toEqual(['overlap'])
    }
    expect(await overlaps(db)).toBe(0)
  },
  patienceMs,
)

test(
  '1,000 random windows on 3 pieces of equipment: no overlapping pair',
  async () => {
    const random = numbersFrom(20261121)
    const attempts = Array.from({ length: 1000 }, () => {
      const start = Math.floor(random() * 3 * 28)
      const { fromDateTime } = slot(start)
      const length = 1 + Math.floor(random() * 6)
      const untilDateTime = slot(start + length).fromDateTime
      const member = 1 + Math.floor(random() * members)
      const resource = String(1 + Math.floor(random() * 3))
      return tryToBook(member, { fromDateTime, untilDateTime, resource })
    })
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([201, 422]))
    expect(await overlaps(db)).toBe(0)
    expect(await overlapsOfMembers(db)).toBe(0)
  },
  patienceMs,
)

test(
  'one member books three pieces of exclusive equipment at once: one success',
  async () => {
    for (let round = 0; round < 10; round++) expect(await rushOfOneMember(tryToBook, slot(round))).toBe(1)
  },
  patienceMs,
)

test(
  'one member books three pieces of equipment at once: never more minutes than the caps of equipment and space',
  async () => {
    await setCaps(db)
    for (let week = 0; week < 3; week++) {
      // On two days the caps of the day limit it, on five that of the week.
      const [days, ofWeek] = week === 0 ? [2, 360] : [5, 480]
      const used = await rushForMinutes(tryToBook, week, days)
      expect(used.ofWeek, `week ${week}`).toBe(ofWeek)
      expect(used.mostOfDay, `week ${week}`).toBeLessThanOrEqual(180)
      expect(used.mostOfEquipmentDay, `week ${week}`).toBeLessThanOrEqual(120)
    }
  },
  patienceMs,
)

test(
  'cancelling while others book, 200 rounds: never two bookings, none lost, none revived',
  async () => {
    const won: number[] = []
    for (let round = 0; round < 200; round++) {
      const first = await book(1, slot(round))
      const [cancelled, ...others] = await Promise.all([
        cancel(1, first.id),
        ...[2, 3, 4, 5].map((member) => tryToBook(member, slot(round))),
      ])
      expect(cancelled?.status).toBe(200)
      const winners = others.filter(({ status }) => status === 201)
      expect(winners.length).toBeLessThanOrEqual(1)
      expect(others.every(({ status }) => status === 201 || status === 422)).toBe(true)
      won.push(...winners.map(({ body }) => Booking.parse(body).id))
    }
    const held = await db.selectFrom('booking').select('id').where('state', '!=', 'cancelled').execute()
    expect(held.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(won)
    expect(await overlaps(db)).toBe(0)
  },
  patienceMs,
)

// On PGlite nothing is written while another transaction is open.
if (testDatabaseKind === 'postgres') {
  test('a booking that loses to an insert without lock is refused, and others at the same time are not', async () => {
    const times = slot(0)
    const { createBooking } = engineOf(db, workshop.clock)
    const asked = [1, 2, 3].map((id) => ({ equipment: id, member: 10 + id, title: null, ...times }))
    const instants = [times.fromDateTime, times.untilDateTime].map((time) => instantOf(time, 'Europe/Berlin'))
    const [startsAt, endsAt] = instants as [Date, Date]
    // An insert without locks, which nobody sees before its commit.
    const others = await db.transaction().execute(async (tx) => {
      const taken = {
        space: 1,
        equipment: 2,
        member: 20,
        title: null,
        ...times,
        startsAt,
        endsAt,
        now: new Date(),
      }
      await insertBooking(tx, taken)
      const answers = Promise.allSettled(asked.map((each) => createBooking(each)))
      await until(async () => {
        const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks where not granted`
        return ((await waiting.execute(db)).rows[0]?.n ?? 0) > 0
      })
      return { answers }
    })
    const [one, two, three] = await others.answers
    expect([one?.status, three?.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(two).toMatchObject({ status: 'rejected', reason: { code: 'refused' } })
  })
}

// Mutants: each guard is removed, and the races must then fail.

test(
  `mutant (a): by the constraint alone, one of ${rush} inserts without lock and rules wins`,
  async () => {
    const { fromDateTime, untilDateTime } = slot(0)
    const booking = {
      space: 1,
      equipment: 2,
      title: null,
      fromDateTime,
      untilDateTime,
      startsAt: instantOf(fromDateTime, 'Europe/Berlin'),
      endsAt: instantOf(untilDateTime, 'Europe/Berlin'),
      now: new Date(),
    }
    const pool = await workshop.connect(quickDeadlocks)
    const inserts = Array.from({ length: rush }, (_, index) =>
      insertBooking(pool.db, { ...booking, member: 1 + (index % members) }).then(
        () => 'booked',
        (error: unknown) => (violates(error, 'booking_no_overlap') ? 'refused' : String(error)),
      ),
    )
    const outcomes = await Promise.all(inserts)
    await pool.close()
    const expected = ['booked', 'refused', ...(testDatabaseKind === 'postgres' ? ['deadlock detected'] : [])]
    expect(outcomes.filter((outcome) => !expected.some((known) => outcome.includes(known)))).toEqual([])
    expect(outcomes.filter((outcome) => outcome === 'booked')).toHaveLength(1)
    expect(await overlaps(db)).toBe(0)
  },
  patienceMs,
)

// On PGlite nothing interleaves: its one session runs transactions one after the other.
if (testDatabaseKind === 'postgres') {
  test(
    'without the locks, the constraint lets one booking of each slot win',
    async () => {
      const mutant = await openWorkshop({ members, crowded: true, locks: false })
      try {
        await mutant.db.updateTable('equipment').set({ exclusiveUsage: false }).execute()
        for (let round = 0; round < 10; round++) {
          const attempts = Array.from({ length: rush }, (_, index) => {
            const resource = String(1 + (index % 3))
            return mutant.tryToBook(1 + (index % members), { ...slot(round), resource })
          })
          const statuses = (await Promise.all(attempts)).map(({ status }) => status)
          expect(
            statuses.filter((status) => status === 201),
            `round ${round}`,
          ).toHaveLength(3)
          // Without locks the inserts deadlock, and a transaction gives up after its fourth deadlock.
          expect(statuses.filter((status) => ![201, 422, 500].includes(status))).toEqual([])
        }
      } finally {
        await mutant.close()
      }
    },
    patienceMs,
  )

  test(
    'mutant (b): without locks and constraint, the races above go red',
    async () => {
      const mutant = await openWorkshop({ members, crowded: true, locks: false })
      try {
        await sql`alter table booking drop constraint booking_no_overlap`.execute(mutant.db)
        let successes = 0
        for (let round = 0; round < 20 && successes <= round; round++) {
          successes += (await rushFor(mutant.tryToBook, slot(round))).statuses[201] ?? 0
        }
        expect(await overlaps(mutant.db)).toBeGreaterThan(0)

        let most = 0
        for (let round = 30; round < 50 && most <= 1; round++)
          most = await rushOfOneMember(mutant.tryToBook, slot(round))
        expect(most).toBeGreaterThan(1)

        await setCaps(mutant.db)
        let tooMuch = 0
        for (let week = 0; week < 3 && tooMuch <= 480; week++)
          tooMuch = (await rushForMinutes(mutant.tryToBook, week, 5)).ofWeek
        expect(tooMuch).toBeGreaterThan(480)
      } finally {
        await mutant.close()
      }
    },
    patienceMs,
  )
}

/** Sets caps of 120 minutes a day for each piece of equipment, 180 a day and 480 a week in all; several at once are allowed. */
async function setCaps(on: Database): Promise<void> {
  const ofEquipment = { bookingMaxMinutesPerMemberDay: 120, exclusiveUsage: false }
  await on.updateTable('equipment').set(ofEquipment).execute()
  const ofSpace = { bookingMaxMinutesPerMemberDay: 180, bookingMaxMinutesPerMemberWeek: 480 }
  await on.updateTable('space').set(ofSpace).execute()
}

type TryToBook = typeof tryToBook

/** Books all of a week at once for one member, on three pieces of equipment. @returns the most minutes of a day and of the week */
async function rushForMinutes(attempt: TryToBook, week: number, days: number) {
  const attempts = Array.from({ length: 180 }, (_, index) => {
    const day = addDays(addDays('2026-12-07', 7 * week), index % days)
    const hour = 8 + (Math.floor(index / 15) % 12)
    const time = (at: number) => `${day}T${String(at).padStart(2, '0')}:00`
    const times = { fromDateTime: time(hour), untilDateTime: time(hour + 1) }
    return attempt(7, { ...times, resource: String(1 + (index % 3)) })
  })
  const made = (await Promise.all(attempts)).filter(({ status }) => status === 201)
  const minutes = new Map<string, number>()
  for (const { body } of made) {
    const { fromDateTime, resource } = Booking.parse(body)
    const day = fromDateTime.slice(0, 10)
    for (const key of ['week', `day ${day}`, `equipment ${JSON.stringify(resource)} ${day}`])
      minutes.set(key, (minutes.get(key) ?? 0) + 60)
  }
  const most = (kind: string) =>
    Math.max(...[...minutes].filter(([key]) => key.startsWith(kind)).map(([, sum]) => sum))
  return { mostOfDay: most('day'), mostOfEquipmentDay: most('equipment'), ofWeek: most('week') }
}

async function rushFor(attempt: TryToBook, times: ReturnType<typeof slot>) {
  const attempts = Array.from({ length: rush }, (_, index) => attempt(1 + (index % members), times))
  const statuses: Record<number, number> = {}
  const codes = new Set<string>()
  for (const { status, body } of await Promise.all(attempts)) {
    statuses[status] = (statuses[status] ?? 0) + 1
    if (status !== 201) codes.add((body as { code: string }).code)
  }
  return { statuses, codes }
}

/** Sends 30 bookings of one member for one time on three pieces of equipment. @returns how many succeed */
async function rushOfOneMember(attempt: TryToBook, times: ReturnType<typeof slot>): Promise<number> {
  const attempts = Array.from({ length: 30 }, (_, index) =>
    attempt(1, { ...times, resource: String(1 + (index % 3)) }),
  )
  return (await Promise.all(attempts)).filter(({ status }) => status === 201).length
}

async function overlaps(on: Database): Promise<number> {
  const { rows } = await sql<{ pairs: number }>`
    select count(*)::int as pairs
    from booking one join booking other
      on one.equipment_id = other.equipment_id and one.id < other.id and one.during && other.during
    where one.state <> 'cancelled' and other.state <> 'cancelled'`.execute(on)
  return rows[0]?.pairs ?? -1
}

async function overlapsOfMembers(on: Database): Promise<number> {
  const { rows } = await sql<{ pairs: number }>`
    select count(*)::int as pairs
    from booking one join booking other
      on one.member_id = other.member_id and one.id < other.id and one.during && other.during`.execute(on)
  return rows[0]?.pairs ?? -1
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 5))
}
