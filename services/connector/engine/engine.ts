import { equipmentAccess } from './directory/access.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import { createFeeds } from '../api/calendar-feeds.ts'
import type { ReportsChanges, WorkshopSystem } from '../workshop-system.ts'
import { bookingCosts, cancelBooking, changeBooking, quoteBooking } from './bookings/bookings.ts'
import { readBookings } from './bookings/bookings.store.ts'
import * as tokens from './calendars/calendars.store.ts'
import { chargeEnded } from './money/charging.ts'
import { createCheckIn, releaseNoShows } from './check-in/check-in.ts'
import { createBooker } from './bookings/creation.ts'
import { creditsOf, usesOfCredit } from './money/credits.store.ts'
import { readEquipment } from './directory/equipment.store.ts'
import { createLetters } from './mails/booking-mails.ts'
import { memberById, membersByEmail, packagesOf, trainingsOf } from './members/members.store.ts'
import { readPackages } from './members/packages.store.ts'
import { readSpaces } from './directory/spaces.store.ts'
import { remindMembers } from './mails/reminders.ts'
import { createLine, createWaitlist, keepLine } from './waitlist/waitlist.ts'

interface EngineOptions extends ReportsChanges {
  db: Database
  clock: Clock
  /** Address of the site, for links in mails and calendars, without a slash at its end. */
  siteUrl: string
  /** From whom mails come, `Halle 9 <hallo@halle9.example>`. */
  mailFrom?: string
}

/** The embedded workshop system: what Fabman does, on our own database. */
export function createEngine(options: EngineOptions): WorkshopSystem {
  const { db, clock } = options
  const engine = createParts(options)
  return {
    waitlist: createWaitlist(engine),
    checkIn: createCheckIn(engine),
    calendars: createFeeds({
      ...options,
      readToken: (kind, id) => tokens.readToken(db, kind, id),
      writeToken: (kind, id, token) => tokens.writeToken(db, kind, id, token),
      findByToken: (kind, id, token) => tokens.findByToken(db, kind, id, token),
      bookings: (filter) => readBookings(db, filter),
    }),

    spaces: () => readSpaces(db),
    space: async (id) => (await readSpaces(db, id))[0] ?? null,
    equipment: (filter) => readEquipment(db, filter),
    equipmentItem: async (id) => (await readEquipment(db, { id }))[0] ?? null,

    bookings: (filter) => readBookings(db, filter),
    createBooking: createBooker(engine),
    cancelBooking: (id, member) => cancelBooking(engine, id, member),
    quoteBooking: (booking) => quoteBooking(engine, booking),
    changeBooking: (id, member, change) => changeBooking(engine, id, member, change),
    bookingCosts: (ids) => bookingCosts(engine, ids),

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
  }

  async function ofMember<T>(id: number, read: () => Promise<T[]>): Promise<T[] | null> {
    return (await memberById(db, id)) ? read() : null
  }
}

/** What the engine does by itself: one turn each, harmless when it runs twice or in two processes. */
export function createEngineJobs(options: EngineOptions) {
  const engine = createParts(options)
  return {
    chargeEnded: () => chargeEnded(engine),
    keepLine: () => keepLine(engine),
    releaseNoShows: () => releaseNoShows(engine),
    remindMembers: () => remindMembers(engine),
  }
}

function createParts(options: EngineOptions) {
  const letters = createLetters(options)
  return { ...options, letters, line: createLine(letters) }
}
