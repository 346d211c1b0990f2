import type { Clock } from '../../platform/clock.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { createHttpServer, listen } from '../../platform/http/serve.ts'
import { toDecimal } from '../../rules/money.ts'
import { addDays, dayOf, instantOf, toLocal } from '../../rules/time.ts'
import { workshopDemo } from './seed-demo.ts'
import { WorkshopDemo } from '../../services/connector/engine/seed/demo.ts'
import type { Account } from '../../doubles/fabman/account.ts'
import { createFabmanDouble, type FabmanDouble } from '../../doubles/fabman/double.ts'

export const fabmanDoubleUsage = 'fabman-double [--port <number>] [--per-second <number>]'

/** The key of the double that `npm run werkbank -- fabman-double` starts. */
const demoKey = 'fabman-double'

/**
 * Serves a Fabman account with the demo space until the process ends. `PUT /faults` with `{"mode": "slow"}` (or down,
 * limited, error, malformed, deaf, null) makes it behave badly.
 * @returns its address, a greeting for the terminal, and `close`
 * @throws Error for unknown options, and when the port is taken
 */
export async function serveFabmanDouble(args: string[], clock: Clock) {
  const { port, perSecond } = readOptions(args)
  const keys = new Map([[demoKey, { member: 900, privileges: 'admin' as const }]])
  const double = createFabmanDouble({ clock, keys, perSecond })
  fillWithDemo(double.account, clock)
  const listening = await listen(createHttpServer(), {
    middlewares: [],
    fetch: withFaultSwitch(double),
    port,
    host: '127.0.0.1',
    trustProxy: false,
  })
  const url = `http://127.0.0.1:${listening.port}/api/v1`
  const greeting = [
    `A Fabman account with the demo space is at ${url}`,
    'Start Werkbank on it with:',
    `  FABMAN_URL=${url} FABMAN_API_KEY=${demoKey} npm start`,
  ].join('\n')
  return { url, key: demoKey, greeting, close: listening.close }
}

function readOptions(args: string[]): { port: number; perSecond: number } {
  const options = { '--port': 3100, '--per-second': 20 }
  for (let index = 0; index < args.length; index += 2) {
    const name = args[index] as keyof typeof options
    const value = Number(args[index + 1])
    if (!Object.hasOwn(options, name) || !Number.isInteger(value) || value < 0) {
      throw new Error(`Usage: ${fabmanDoubleUsage}`)
    }
    options[name] = value
  }
  return { port: options['--port'], perSecond: options['--per-second'] }
}

function withFaultSwitch({ faults, fetch }: FabmanDouble): Fetch {
  const modes = ['down', 'slow', 'limited', 'error', 'malformed', 'deaf', null]
  return async (request) => {
    if (new URL(request.url).pathname === '/faults' && request.method === 'PUT') {
      const { mode } = (await request.json()) as { mode: typeof faults.mode }
      if (!modes.includes(mode)) return Response.json({ modes }, { status: 400 })
      faults.mode = mode
      return Response.json({ mode })
    }
    // A client sees a lost connection as the 502 of a proxy.
    return fetch(request).catch(() => new Response(null, { status: 502 }))
  }
}

/** Fills a Fabman account with the embedded demo workshop: the same ids, and days relative to today. */
function fillWithDemo(account: Account, clock: Clock): void {
  const demo = WorkshopDemo.parse(workshopDemo())
  const zone = demo.space.space.timezone
  const today = dayOf(toLocal(clock(), zone))
  const day = (inDays: number) => addDays(today, inDays)
  const instant = (inDays: number, time: string) => instantOf(`${day(inDays)}T${time}`, zone).toISOString()
  const since = (daysAgo: number, time = '10:00') => {
    const at = instant(-daysAgo, time)
    return { createdAt: at, updatedAt: at }
  }
  account.insert('spaces', { ...demo.space.space, ...since(900) })
  account.openingHours.set(demo.space.space.id, demo.space.openingHours)
  for (const { title, inDays, days } of demo.space.holidays) {
    const times = { fromDateTime: `${day(inDays)}T00:00`, untilDateTime: `${day(inDays + days)}T00:00` }
    account.insert('holidays', { space: demo.space.space.id, title, ...times })
  }
  fillWithEquipment(account, demo, since(900))
  for (const { joinedDaysAgo, ...member } of demo.members) {
    account.insert('members', { ...member, space: demo.space.space.id, ...since(joinedDaysAgo) })
  }
  account.insert('members', {
    id: 900,
    firstName: 'API',
    lastName: 'Werkbank',
    emailAddress: 'api@halle9.example',
  })
  fillWithPackages(account, demo, day)
  for (const { id, title, equipment } of demo.trainings.trainings) {
    account.insert('trainingCourses', { id, title, resources: equipment })
  }
  for (const { member, training, fromDaysAgo, untilInDays } of demo.trainings.memberTrainings) {
    const fromDate = day(-fromDaysAgo)
    const dates = { date: fromDate, fromDate, untilDate: day(untilInDays) }
    account.insert('memberTrainings', {
      member,
      trainingCourse: training,
      ...dates,
      ...since(fromDaysAgo, '20:00'),
    })
  }
  for (const { inDays, from, until, bookedDaysBefore, state, ...booking } of demo.bookings) {
    account.insert('bookings', {
      ...booking,
      fromDateTime: `${day(inDays)}T${from}`,
      untilDateTime: `${day(inDays)}T${until}`,
      state,
      charged: state === 'confirmed' && inDays < 0,
      updatedBy: booking.member,
      ...since(Math.max(bookedDaysBefore - inDays, 1), '19:30'),
    })
  }
  for (const { amountCents, createdDaysAgo, fromDaysAgo, untilInDays, ...credit } of demo.credits.credits) {
    const dates = { fromDate: day(-fromDaysAgo), untilDate: day(untilInDays) }
    account.insert('credits', {
      ...credit,
      amount: toDecimal(amountCents),
      ...dates,
      ...since(createdDaysAgo, '06:00'),
    })
  }
  for (const { amountCents, daysAgo, ...use } of demo.credits.uses) {
    account.insert('creditUses', { ...use, amount: toDecimal(amountCents), ...since(daysAgo, '21:45') })
  }
}

function fillWithEquipment(account: Account, demo: WorkshopDemo, stamps: { createdAt: string }): void {
  const types = [...new Set(demo.equipment.map(({ type }) => type))]
  for (const name of types) account.insert('resourceTypes', { name })
  for (const { inUse, offline, type, nameEn: _nameEn, pricePerBookingCents, ...item } of demo.equipment) {
    const pricePerBooking = toDecimal(pricePerBookingCents)
    const own = {
      ...item,
      pricePerBooking,
      type: types.indexOf(type) + 1,
      space: demo.space.space.id,
      ...stamps,
    }
    const { id } = account.insert('resources', own)
    const bridge = { serialNumber: `H9-${id}`, inUse: inUse ?? false, offline: offline ?? false }
    account.bridges.set(id, { ...bridge, heartbeatInterval: 60, hasAPIKey: false })
  }
}

function fillWithPackages(account: Account, demo: WorkshopDemo, day: (inDays: number) => string): void {
  for (const one of demo.packages.packages) {
    const { id, name, state, description, allowsBooking, recurringFeeCents, recurringFeePeriod } = one
    const { kind, nameEn, descriptionEn, requirementDe, requirementEn, givesDe, givesEn, seats } = one
    // Fields that Fabman does not have go into the metadata of a package.
    const werkbank = { kind, nameEn, descriptionEn, requirementDe, requirementEn, givesDe, givesEn, seats }
    const recurringFee = toDecimal(recurringFeeCents)
    const fields = { id, name, state, description, allowsBooking, recurringFee, recurringFeePeriod }
    account.insert('packages', { ...fields, metadata: { werkbank } })
    account.insert('packagePermissions', {
      package: id,
      bookingFeeDiscountPercent: one.bookingFeeDiscountPercent ?? '0.00',
    })
    if (one.monthlyCreditCents > 0) {
      account.insert('packageCredits', {
        package: id,
        amount: toDecimal(one.monthlyCreditCents),
        period: 'month',
      })
    }
  }
  for (const { member, package: id, fromDaysAgo, untilDaysAgo } of demo.packages.memberPackages) {
    const untilDate = untilDaysAgo === undefined ? null : day(-untilDaysAgo)
    account.insert('memberPackages', { member, package: id, fromDate: day(-fromDaysAgo), untilDate })
  }
}
