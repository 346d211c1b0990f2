import { type FabmanClient, createFabmanClient, type FabmanOptions } from '../../../clients/fabman/fabman.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import { type Cache, createCache } from '../cache/cache.ts'
import type { WorkshopSystem } from '../workshop-system.ts'
import { createAccess } from './bookings/access.ts'
import { createBookingWriter } from './bookings/booking-writer.ts'
import { createCaseReader } from './bookings/case.ts'
import { createBookingReader } from './bookings/bookings.ts'
import { createCalendars } from './calendars/calendars.ts'
import { createCatalogue } from './directory/directory.ts'
import { createEventReceiver } from './events/events.ts'
import { asUnavailable, readWithin, readingMs } from './failures.ts'
import { createIntentStore } from './bookings/intents.store.ts'
import { createJudge } from './bookings/judge.ts'
import { createLane } from './bookings/member-lock.ts'
import { createMembership, keptMembership } from './membership/membership.ts'
import { createQuote } from './bookings/quote.ts'
import { createRecognise, createReconciliation } from './events/reconciliation.ts'
import { createForgetBooking } from './touched.ts'
import { createTurnStore } from './bookings/member-lock.store.ts'

interface FabmanWorkshopOptions extends Omit<FabmanOptions, 'warn'> {
  db: Database
  /** What time it is in the workshop; `now` is what time-outs go by. */
  clock: Clock
  /** Address of the site, for calendars, without a slash at its end. */
  siteUrl: string
  log: Log
  /** The connector's: what Fabman's messages make wrong is forgotten there. Default: one of its own. */
  cache?: Cache
}

/** The workshop system on a Fabman account: the engine's twin. */
export function createFabman(options: FabmanWorkshopOptions) {
  const { db, clock, siteUrl, log, cache = createCache({ clock, log }), ...account } = options
  const { now } = account
  const warn = (details: { call: string; reason: string }) => log.warn(details, 'Fabman')
  const client: FabmanClient = createFabmanClient({ ...account, warn })
  const catalogue = createCatalogue({ client, cache })
  const forgetBooking = createForgetBooking({ cache, catalogue })
  const membership = createMembership({ client, catalogue })
  const reader = createBookingReader({ client, catalogue })
  const lane = createLane({ now, turns: createTurnStore(db) })
  const intents = createIntentStore(db)
  const recognise = createRecognise(reader)
  const readCase = createCaseReader({ catalogue, membership, reader, clock })
  const judge = createJudge({ readCase, now })
  // Whoever only looks stands back behind those who book.
  const looker = createBookingReader({ client: client.looking, catalogue })
  const owned = createMembership({ client: client.looking, catalogue })
  const looking = keptMembership(owned, cache)
  const quote = createQuote({
    readCase: createCaseReader({ catalogue, membership: looking, reader: looker, clock }),
    membership: looking,
    reader: looker,
  })
  const access = createAccess({ catalogue, membership: looking })
  const writer = createBookingWriter({
    client,
    catalogue,
    reader,
    judge,
    lane,
    intents,
    recognise,
    clock,
    now,
  })

  const workshop: WorkshopSystem = {
    spaces: () => asUnavailable(catalogue.spaces),
    space: (id) => asUnavailable(() => catalogue.space(id)),
    equipment: ({ space }) =>
      asUnavailable(async () => {
        const all = await catalogue.equipment()
        return space === undefined ? all : all.filter((item) => item.space === space)
      }),
    equipmentItem: (id) => asUnavailable(() => catalogue.equipmentItem(id)),

    bookings: (filter) => asUnavailable(() => looker.bookings(filter)),
    createBooking: (asked) => asUnavailable(() => writer.create(asked)),
    cancelBooking: (id, member) => asUnavailable(() => writer.cancel(id, member)),
    changeBooking: (id, member, change) => asUnavailable(() => writer.change(id, member, change)),
    quoteBooking: (asked) => asUnavailable(() => readWithin(readingMs, () => quote(asked))),

    members: ({ email }) => asUnavailable(() => membership.members(email)),
    member: (id) => asUnavailable(() => membership.member(id)),
    trainedResources: (member) => asUnavailable(() => owned.trainedResources(member)),
    trainings: (member) => asUnavailable(() => owned.trainings(member)),
    equipmentAccess: (member, day) => asUnavailable(() => access(member, day)),
    packageList: () => asUnavailable(catalogue.packages),
    packages: (member) => asUnavailable(() => owned.packages(member)),
    credits: (member) => asUnavailable(() => owned.credits(member)),
    creditUses: (member, credit) => asUnavailable(() => owned.creditUses(member, credit)),

    calendars: createCalendars({ db, clock, siteUrl, catalogue, reader: looker }),
  }
  return {
    workshop,
    /** One turn of looking after attempts whose answer was lost. */
    reconcile: createReconciliation({
      intents,
      recognise,
      writer,
      lane,
      forgetBooking,
      clock,
      log,
    }),
    /** Takes a message of Fabman. */
    receive: createEventReceiver({ cache, reader, forgetBooking, log }),
  }
}
