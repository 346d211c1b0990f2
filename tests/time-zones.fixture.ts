// Books around both changes of the clock and on an ordinary day, and prints all that the product says of it as JSON. The
// zone of the machine (TZ) must not show in a single byte.
import { bookingsCalendar } from '../app/booking/bookings-calendar.server.ts'
import { loadWeek } from '../app/booking/week.server.ts'
import { createConnectorClient } from '../clients/connector.ts'
import { StoreError } from '../clients/store-error.ts'
import { testDatabase } from '../platform/database/database.fixture.ts'
import { addDays, instantOf, slotsOfDay } from '../rules/time.ts'
import {
  asked,
  connectorOf,
  engineJobsOf,
  engineOf,
  fillWorkshop,
} from '../services/connector/connector.fixture.ts'

const zone = 'Europe/Berlin'
const { db, close } = await testDatabase()
await fillWorkshop(db)
await db
  .updateTable('space')
  .set({
    bookingOpeningHours: null,
    bookingLockInHours: 24,
    bookingMaxMinutesPerMemberDay: 240,
    bookingMaxMinutesPerMemberWeek: 600,
  })
  .execute()
await db.updateTable('equipment').set({ pricePerBookingCents: 777, pricePerBookingSeconds: 3600 }).execute()
await db
  .insertInto('credit')
  .values({
    memberId: 1,
    scope: 'booking',
    amountCents: 900,
    untilDate: '2027-10-31',
    createdAt: new Date('2027-01-01'),
  })
  .execute()

let now = new Date()
const clock = () => now
const fetch = connectorOf(engineOf(db, clock), clock)
const connector = createConnectorClient({
  baseUrl: 'http://connector',
  token: 'manage-token',
  fetch,
  log: () => {},
})
const authorise = () => ({ authorization: 'Bearer member-1' })

const days = []
for (const day of ['2027-03-28', '2027-06-16', '2027-10-31']) {
  now = instantOf(`${addDays(day, -3)}T12:00`, zone)
  const on = (from: string, until: string, lastDay = day) =>
    asked(1, { fromDateTime: `${day}T${from}`, untilDateTime: `${lastDay}T${until}` })
  days.push({
    day,
    slots: slotsOfDay(day, zone, 30),
    quotes: [
      await connector.quoteBooking(on('00:30', '04:00'), authorise),
      await connector.quoteBooking(on('02:00', '03:00'), authorise),
      await connector.quoteBooking(on('23:00', '01:00', addDays(day, 1)), authorise),
    ],
    booked: await connector.createBooking(on('01:00', '04:00'), authorise),
    // 90 and 390 minutes more: what the clock leaves out or repeats counts in the cap of 240 a day.
    more: [await attempt(on('04:00', '05:30')), await attempt(on('22:00', '04:30', addDays(day, 1)))],
    week: await loadWeek({ connector, now: clock }, { resource: 2, day, memberId: 1 }),
  })
}
now = new Date('2027-12-01T12:00:00Z')
await engineJobsOf(db, clock).chargeEnded()
const bookings = await connector.bookingsOfMember(1)
const file = bookingsCalendar({
  bookings,
  zone,
  placeOf: () => 'Halle 9',
  name: 'Halle 9',
  titleOf: () => 'Säge',
  publicUrl: 'https://werkbank.example',
  locale: 'de',
})
const costs = await connector.bookingCosts({ ids: bookings.map(({ id }) => id) })
const uses = await connector.creditUses(1, 1)
await close()
process.stdout.write(JSON.stringify({ days, bookings, costs, uses, file }))

async function attempt(creation: ReturnType<typeof asked>) {
  try {
    return await connector.createBooking(creation, authorise)
  } catch (error) {
    return error instanceof StoreError ? error.problem?.refusals : String(error)
  }
}
