import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { fabmanOf } from '../../twins.fixture.ts'

let database: OpenedDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** A workshop that is open at night, with equipment at 6 € per hour, in an account that judges members itself. */
function openBefore(day: string, limits: object = {}) {
  let now = new Date(Date.parse(day) - 5 * 24 * 60 * 60_000)
  const clock = () => now
  const double = openDouble({ clock, judgesAdmins: true })
  const { spaces, resources } = double.account.tables
  double.account.update('spaces', spaces.get(1) as never, { bookingOpeningHours: null, ...limits })
  const price = { pricePerBooking: '6.00', pricePerBookingSeconds: 3600 }
  double.account.update('resources', resources.get(2) as never, price)
  const { workshop } = fabmanOf(database.db, double, clock)
  return { double, workshop, goTo: (later: string) => void (now = new Date(later)) }
}

const [autumn, spring] = ['2026-10-25', '2027-03-28']

test.each([
  ['an ordinary night', '2026-11-03', '18.00'],
  ['the night with an hour more', autumn, '24.00'],
  ['the night with an hour less', spring, '12.00'],
])('in %s the quote is what Fabman charges', async (_, day, money) => {
  const { double, workshop, goTo } = openBefore(day)
  const asked = { member: 1, equipment: 2, fromDateTime: `${day}T01:00`, untilDateTime: `${day}T04:00` }
  const { cost, refusals } = await workshop.quoteBooking(asked)
  expect([cost?.money, refusals]).toEqual([money, []])
  await workshop.createBooking({ ...asked, title: null })
  goTo(`${day}T12:00:00Z`)
  await workshop.credits(1)
  expect(double.account.rows('charges').map(({ price }) => price)).toEqual([money])
})

test.each([
  ['the night with an hour more', autumn, 240, true],
  ['the night with an hour more', autumn, 210, false],
  ['the night with an hour less', spring, 120, true],
  ['the night with an hour less', spring, 90, false],
])(
  'in %s (%s) our rules and Fabman count the same minutes against a limit of %i',
  async (_, day, limit, fits) => {
    const { double, workshop } = openBefore(day, { bookingMaxMinutesPerMemberDay: limit })
    const asked = { member: 1, equipment: 2, fromDateTime: `${day}T01:00`, untilDateTime: `${day}T04:00` }
    const booked = await workshop.createBooking({ ...asked, title: null }).catch((error: unknown) => error)
    const isAsked = double.requests.some((request) => request.startsWith('POST'))
    expect([isAsked, double.account.rows('bookings').length]).toEqual(fits ? [true, 1] : [false, 0])
    expect(booked).toMatchObject(fits ? { state: 'confirmed' } : { code: 'refused' })
  },
)
