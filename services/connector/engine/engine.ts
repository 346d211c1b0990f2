import type { WorkshopSystem } from '../workshop-system.ts'
import { bookingCalls } from './bookings/bookings.ts'
import { calendarCalls } from './calendars/calendars.ts'
import { checkInCalls, releaseNoShows } from './check-in/check-in.ts'
import { directoryCalls } from './directory/directory.ts'
import { grantCalls } from './grants/grants.ts'
import { createSendMail, type MailOptions } from './mails/mails.ts'
import { remindMembers } from './mails/reminders.ts'
import { leavingCalls } from './members/leaving.ts'
import { memberCalls } from './members/members.ts'
import { billCalls } from './money/bills.ts'
import { chargeEnded } from './money/charging.ts'
import type { Engine } from './parts.ts'
import { keepWaitlist, waitlistCalls } from './waitlist/waitlist.ts'

type EngineOptions = Omit<Engine, 'sendMail'> & MailOptions

/** The embedded workshop system: does on our own database what Fabman does elsewhere. */
export function createEngine(options: EngineOptions): WorkshopSystem {
  const engine: Engine = { ...options, sendMail: createSendMail(options) }
  return {
    ...directoryCalls(engine),
    ...memberCalls(engine),
    ...leavingCalls(engine),
    ...bookingCalls(engine),
    ...waitlistCalls(engine),
    ...checkInCalls(engine),
    ...calendarCalls(engine),
    ...grantCalls(engine),
    ...billCalls(engine),
  }
}

/** The jobs of the engine by name. Each may run in several processes at the same time. */
export function createEngineJobs(options: EngineOptions) {
  const engine: Engine = { ...options, sendMail: createSendMail(options) }
  return {
    chargeEnded: () => chargeEnded(engine),
    keepWaitlist: () => keepWaitlist(engine),
    releaseNoShows: () => releaseNoShows(engine),
    remindMembers: () => remindMembers(engine),
  }
}
