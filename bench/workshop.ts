import type pg from 'pg'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { addDays } from '../rules/time.ts'

export const equipmentCount = 100
export const members = 1000

/** Creates the schema, a space that is always open, 100 pieces of priced equipment, and 1,000 members with a package. */
export async function createWorkshop(databaseUrl: string): Promise<void> {
  const log = createLog('warn')
  const { db, close } = await openDatabase({ databaseUrl, dataDir: '', log })
  await migrate(db, log)
  const stamps = { createdAt: new Date(), updatedAt: new Date() }
  const ids = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
  const space = {
    name: 'Halle 9',
    timezone: 'Europe/Berlin',
    locale: 'de-DE',
    bookingSlotsPerHour: 2,
    ...stamps,
  }
  await db.insertInto('space').values(space).execute()
  await db
    .insertInto('equipment')
    .values(
      ids(equipmentCount).map((id) => ({
        spaceId: 1,
        name: `Maschine ${id}`,
        visibleForMembers: true,
        pricePerBookingCents: 600,
        pricePerBookingSeconds: 3600,
        ...stamps,
      })),
    )
    .execute()
  await db
    .insertInto('package')
    .values({ name: 'Plus', allowsBooking: true, recurringFeeCents: 3900, recurringFeePeriod: 'month' })
    .execute()
  await db
    .insertInto('member')
    .values(
      ids(members).map((id) => ({
        spaceId: 1,
        memberNumber: String(id),
        firstName: 'Vorname',
        lastName: 'Name',
        emailAddress: `m${id}@example.org`,
        ...stamps,
      })),
    )
    .execute()
  await db
    .insertInto('memberPackage')
    .values(
      ids(members).map((memberId) => ({
        memberId,
        packageId: 1,
        fromDate: '2020-01-01',
        createdAt: new Date(),
      })),
    )
    .execute()
  await close()
}

/** Returns the equipment, member and time of a booking by its index; each half hour occurs once, spread over years. */
export function timeOf(index: number): {
  equipment: number
  member: number
  fromDateTime: string
  untilDateTime: string
} {
  const equipment = 1 + (index % equipmentCount)
  const step = Math.floor(index / equipmentCount)
  const minutes = 30 * (12 + (Math.floor(step / days) % 24))
  const day = addDays(firstDay, step % days)
  return {
    equipment,
    member: 1 + (index % members),
    fromDateTime: at(day, minutes),
    untilDateTime: at(day, minutes + 30),
  }
}

const days = 700
const firstDay = addDays(new Date().toISOString().slice(0, 10), 7)

function at(day: string, minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${day}T${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/**
 * Replaces all bookings. Each piece of equipment has two a day in the next 50 days, whatever `count` is; the rest lie in
 * the past, ten a day.
 */
export async function fillBookings(client: pg.Client, count: number): Promise<void> {
  const coming = 50 * 2
  await client.query('truncate booking cascade')
  // Checking the constraint row by row would take minutes.
  await client.query('alter table booking drop constraint booking_no_overlap')
  const each = count / equipmentCount
  await client.query(`
    insert into booking (space_id, equipment_id, member_id, from_date_time, until_date_time, starts_at, ends_at, state,
      charged, charged_cents, created_at, updated_at)
    select 1, equipment, 1 + (equipment + number) % ${members},
      to_char(at, 'YYYY-MM-DD"T"HH24:MI'), to_char(at + interval '1 hour', 'YYYY-MM-DD"T"HH24:MI'),
      at at time zone 'UTC', (at + interval '1 hour') at time zone 'UTC', 'confirmed', at < now(), 0, now(), now()
    from generate_series(1, ${equipmentCount}) equipment, generate_series(0, ${each} - 1) number,
      lateral (select case when number < ${coming}
        then current_date + 1 + number / 2 + interval '10 hours' + (number % 2) * interval '5 hours'
        else current_date - 1 - (number - ${coming}) / 10 + interval '8 hours'
          + ((number - ${coming}) % 10) * interval '70 minutes'
      end as at) times`)
  await client.query(`
    alter table booking add constraint booking_no_overlap exclude using gist (equipment_id with =, during with &&)
      where (state in ('pending', 'confirmed'))`)
  await client.query('vacuum analyze booking')
}
