import { createFabmanClient } from '../../../clients/fabman/fabman.ts'
import { FabmanUser } from '../../../contracts/fabman.ts'
import { createCache } from '../cache/cache.ts'
import type { WorkshopSystem } from '../workshop-system.ts'
import { createBookings } from './bookings/bookings.ts'
import { createChanges } from './bookings/changes.ts'
import { createBookingReader } from './bookings/reader.ts'
import { calendarCalls } from './calendars/calendars.ts'
import { createDirectory, directoryCalls } from './directory/directory.ts'
import { createEventReceiver } from './events/events.ts'
import { asUnavailable, eachUnavailable } from './failures.ts'
import { createGrant } from './grants/grants.ts'
import { leavingCalls } from './members/leaving.ts'
import { memberCalls } from './members/members.ts'
import type { FabmanWorkshopOptions, Parts } from './parts.ts'

/** The workshop system on a Fabman account: the engine's twin. */
export function createFabman(options: FabmanWorkshopOptions) {
  const { clock, log, cache = createCache({ clock }) } = options
  const client = createFabmanClient({ ...options, warn: (details) => log.warn(details, 'Fabman') })
  const directory = createDirectory({ client, cache })
  const reader = createBookingReader({ client, directory })
  const parts: Parts = { ...options, cache, client, directory, reader, changes: createChanges(options) }
  const { bookingCalls, cancelUncovered, reconcile } = createBookings(parts)
  const workshop: WorkshopSystem = eachUnavailable({
    ...directoryCalls(parts),
    ...memberCalls(parts, cancelUncovered),
    ...leavingCalls(parts, bookingCalls.cancelBooking),
    ...bookingCalls,
    ...calendarCalls(parts),
    grant: createGrant(parts),
  })
  return {
    workshop,
    /** Settles attempts whose answer was lost. */
    reconcile,
    /** After failed loads: looks whether Fabman is back. */
    recover: () => cache.recover(() => asUnavailable(() => client.get('/user/me', FabmanUser))),
    /** Takes a message of Fabman. */
    receive: createEventReceiver(parts),
  }
}
