import { createFabmanClient, type FabmanClient, type FabmanOptions } from '../../../clients/fabman/fabman.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import { type Cache, createCache } from '../cache/cache.ts'
import type { ReportsChanges, WorkshopSystem } from '../workshop-system.ts'
import { createAccess } from './bookings/access.ts'
import { createAttemptLock } from './bookings/attempt-lock.ts'
import { type BookingReader, createBookingReader } from './bookings/bookings.ts'
import { createBookingCancel } from './bookings/cancel.ts'
import { createCaseReader } from './bookings/case.ts'
import { type Changes, createChanges } from './bookings/changes.ts'
import { createBookingChange } from './bookings/change.ts'
import { createBookingCreation } from './bookings/create.ts'
import { createIntentStore } from './bookings/intents.store.ts'
import { createJudge } from './bookings/judge.ts'
import { createMemberLockStore } from './bookings/member-lock.store.ts'
import { createOwnBookings } from './bookings/own-bookings.ts'
import { createQuote } from './bookings/quote.ts'
import { createRecognise } from './bookings/recognise.ts'
import { createCalendars } from './calendars/calendars.ts'
import { createDirectory, type Directory } from './directory/directory.ts'
import { createEventReceiver } from './events/events.ts'
import { createReconciliation } from './events/reconciliation.ts'
import { asUnavailable, readingMs, readWithin } from './failures.ts'
import { createGrant } from './grants/grants.ts'
import { cachedMembership, createMembership } from './membership/membership.ts'

interface FabmanWorkshopOptions extends Omit<FabmanOptions, 'warn'>, ReportsChanges {
  db: Database
  /** The time in the workshop; deadlines are counted on `now`. */
  clock: Clock
  /** Address of the site, for calendars, without a slash at its end. */
  siteUrl: string
  log: Log
  /** The connector's cache, where Fabman's messages invalidate entries. Default: one of its own. */
  cache?: Cache
}

/** The workshop system on a Fabman account: the engine's twin. */
export function createFabman(options: FabmanWorkshopOptions) {
  const { clock, log, cache = createCache({ clock }) } = options
  const client = createFabmanClient({ ...options, warn: (details) => log.warn(details, 'Fabman') })
  const directory = createDirectory({ client, cache })
  const reader = createBookingReader({ client, directory })
  const parts = { ...options, cache, client, directory, reader, changes: createChanges(options) }
  const { reconcile, ...writes } = createWrites(parts)
  const workshop: WorkshopSystem = { ...createReads(parts), ...writes }
  return {
    workshop,
    /** Settles attempts whose answer was lost. */
    reconcile,
    /** Takes a message of Fabman. */
    receive: createEventReceiver(parts),
  }
}

interface Parts extends FabmanWorkshopOptions {
  cache: Cache
  client: FabmanClient
  directory: Directory
  reader: BookingReader
  changes: Changes
}

/** Makes, changes and cancels bookings. Their reads are never cached, and come before all others. */
function createWrites(parts: Parts) {
  const { db, now } = parts
  const lock = createAttemptLock({ now, memberLocks: createMemberLockStore(db) })
  const intents = createIntentStore(db)
  const recognise = createRecognise(parts.reader)
  const membership = createMembership(parts)
  const judge = createJudge({ readCase: createCaseReader({ ...parts, membership }), now })
  const own = createOwnBookings(parts)
  const create = createBookingCreation({ ...parts, judge, lock, intents, recognise, own })
  const change = createBookingChange({ ...parts, judge, lock, own })
  const grant = createGrant(parts)
  const { cancel, cancelAtFabman } = createBookingCancel({ ...parts, own })
  return {
    createBooking: (asked) => asUnavailable(() => create(asked)),
    changeBooking: (id, member, wanted) => asUnavailable(() => change(id, member, wanted)),
    cancelBooking: (id, member) => asUnavailable(() => cancel(id, member)),
    grant: (key, wanted) => asUnavailable(() => grant(key, wanted)),
    members: ({ email }) => asUnavailable(() => membership.members(email)),
    member: (id) => asUnavailable(() => membership.member(id)),
    reconcile: createReconciliation({ ...parts, intents, recognise, cancelAtFabman, lock }),
  } satisfies Partial<WorkshopSystem> & { reconcile: () => Promise<void> }
}

/** Reads that decide nothing. They give way to bookings when Fabman's rate limit is short. */
function createReads({ directory, ...parts }: Parts) {
  const client = parts.client.forDisplay
  const reader = createBookingReader({ client, directory })
  const owned = createMembership({ client, directory })
  const membership = cachedMembership(owned, parts.cache)
  const readCase = createCaseReader({ directory, membership, reader, clock: parts.clock })
  const quote = createQuote({ readCase, membership, reader })
  const access = createAccess({ directory, membership })
  return {
    spaces: () => asUnavailable(directory.spaces),
    space: (id) => asUnavailable(() => directory.space(id)),
    equipment: ({ space }) =>
      asUnavailable(async () => {
        const all = await directory.equipment()
        return space === undefined ? all : all.filter((item) => item.space === space)
      }),
    equipmentItem: (id) => asUnavailable(() => directory.equipmentItem(id)),

    bookings: (filter) => asUnavailable(() => reader.bookings(filter)),
    quoteBooking: (asked) => asUnavailable(() => readWithin(readingMs, () => quote(asked))),

    trainedResources: (member) => asUnavailable(() => owned.trainedResources(member)),
    trainings: (member) => asUnavailable(() => owned.trainings(member)),
    equipmentAccess: (member, day) => asUnavailable(() => access(member, day)),
    packageList: () => asUnavailable(directory.packages),
    packages: (member) => asUnavailable(() => owned.packages(member)),
    credits: (member) => asUnavailable(() => owned.credits(member)),
    creditUses: (member, credit) => asUnavailable(() => owned.creditUses(member, credit)),

    calendars: createCalendars({ ...parts, directory, reader }),
  } satisfies Partial<WorkshopSystem>
}
