import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { createFeeds } from '../api/calendar-feeds.ts'
import type { Calendars, ReportsChanges, WorkshopSystem } from '../workshop-system.ts'
import { cancelBooking, changeBooking, createBooking } from './bookings/bookings.ts'
import { readBookings } from './bookings/list.store.ts'
import { bookingCosts, quoteBooking } from './bookings/quote.ts'
import * as tokens from './calendars/calendars.store.ts'
import { createCheckIn, releaseNoShows } from './check-in/check-in.ts'
import { equipmentAccess } from './directory/access.ts'
import { readEquipment } from './directory/equipment.store.ts'
import { readSpaces } from './directory/spaces.store.ts'
import { grant } from './grants/grants.ts'
import { createBookingMails } from './mails/booking-mails.ts'
import { remindMembers } from './mails/reminders.ts'
import { memberById, membersByEmail, packagesOf, trainingsOf } from './members/members.store.ts'
import { readPackages } from './members/packages.store.ts'
import { chargeEnded } from './money/charging.ts'
import { creditsOf, usesOfCredit } from './money/credits.store.ts'
import type { Engine } from './parts.ts'
import { createWaitlist, keepWaitlist } from './waitlist/waitlist.ts'

interface EngineOptions extends ReportsChanges {
  db: Database
  clock: Clock
  /** Public address of the site, for links in mails and calendars, without a slash at its end. */
  siteUrl: string
  /** Sender of the mails, `Halle 9 <hallo@halle9.example>`. */
  mailFrom?: string
}

/** The embedded workshop system: does on our own database what Fabman does elsewhere. */
export function createEngine(options: EngineOptions): WorkshopSystem {
  const { db } = options
  const engine: Engine = { ...options, mails: createBookingMails(options) }
  return {
    ...membership(engine),
    waitlist: createWaitlist(engine),
    checkIn: createCheckIn(engine),
    calendars: createCalendars(options),

    spaces: () => readSpaces(db),
    space: async (id) => (await readSpaces(db, id))[0] ?? null,
    equipment: (filter) => readEquipment(db, filter),
    equipmentItem: async (id) => (await readEquipment(db, { id }))[0] ?? null,

    bookings: (filter) => readBookings(db, filter),
    createBooking: (booking) => createBooking(engine, booking),
    cancelBooking: (id, member) => cancelBooking(engine, id, member),
    quoteBooking: (booking) => quoteBooking(engine, booking),
    changeBooking: (id, member, change) => changeBooking(engine, id, member, change),
    bookingCosts: (ids) => bookingCosts(engine, ids),
    grant: (key, wanted) => grant(engine, key, wanted),
  }
}

/** The jobs of the engine by name. Each may run in several processes at the same time. */
export function createEngineJobs(options: EngineOptions) {
  const engine: Engine = { ...options, mails: createBookingMails(options) }
  return {
    chargeEnded: () => chargeEnded(engine),
    keepWaitlist: () => keepWaitlist(engine),
    releaseNoShows: () => releaseNoShows(engine),
    remindMembers: () => remindMembers(engine),
  }
}

function createCalendars(options: EngineOptions): Calendars {
  const { db } = options
  return createFeeds({
    ...options,
    readToken: (kind, id) => tokens.readToken(db, kind, id),
    writeToken: (kind, id, token) => tokens.writeToken(db, kind, id, token),
    findByToken: (kind, id, token) => tokens.findByToken(db, kind, id, token),
    bookings: (filter) => readBookings(db, filter),
  })
}

function membership({ db, clock }: Engine) {
  return {
    members: ({ email }) => membersByEmail(db, email),
    member: (id) => memberById(db, id),
    trainings: (member) => ofMember(member, () => trainingsOf(db, member)),
    equipmentAccess: (member, day) => equipmentAccess(db, member, day),
    packageList: () => readPackages(db),
    packages: (member) => ofMember(member, () => packagesOf(db, member)),
    credits: (member) => ofMember(member, () => creditsOf(db, member)),
    creditUses: (member, credit) => usesOfCredit(db, member, credit),

    async trainedResources(id) {
      const member = await memberById(db, id)
      if (!member) return null
      const [space] = await readSpaces(db, member.space)
      if (!space) throw new Error(`member ${id} has no space`)
      const today = dayOf(toLocal(clock(), space.timezone))
      const valid = (await trainingsOf(db, id)).filter(
        ({ fromDate, untilDate }) => fromDate <= today && (untilDate === null || today <= untilDate),
      )
      return [...new Set(valid.flatMap(({ resources }) => resources))].toSorted((a, b) => a - b)
    },
  } satisfies Partial<WorkshopSystem>

  async function ofMember<T>(id: number, read: () => Promise<T[]>): Promise<T[] | null> {
    return (await memberById(db, id)) ? read() : null
  }
}
