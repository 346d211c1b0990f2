import type { BookingCreation } from '../contracts/booking.ts'
import { connectorApi } from '../contracts/http/connector.ts'
import { type Authorise, type CallOptions, createCalls, fitting, type Log } from './calls.ts'
import type { PageReads } from './page-reads.ts'
import { unavailable } from './unavailable.ts'

export interface ConnectorClientOptions extends Omit<CallOptions, 'authorise' | 'timeoutMs' | 'reads'> {
  /** Connector token for reads: ability `read`, or `manage` for the members' calls. None in the browser. */
  token?: string | null
  log: Log
  /** For the site: limits and remembers what pages read. Writes keep their limit and are never answered from memory. */
  pageReads?: PageReads | undefined
}

const pageReadNames = [
  'bookings',
  'bookingCosts',
  'equipment',
  'equipmentItem',
  'trainingCourses',
  'spaces',
  'space',
  'waitlist',
]
/** What pages read of no member: it may be kept on disk, for a start while the connector or its workshop system is away. */
export const keptConnectorReads = ['equipment', 'equipmentItem', 'trainingCourses', 'spaces', 'space']

export type ConnectorClient = ReturnType<typeof createConnectorClient>

/**
 * The connector to the workshop system: one call per endpoint of `connectorApi`, and these. A connector that cannot be
 * reached is the StoreError `upstreamUnavailable`.
 */
export function createConnectorClient({ token, pageReads, ...options }: ConnectorClientOptions) {
  const { fetch, locale = 'de', log } = options
  const calls = createCalls(connectorApi, {
    ...options,
    authorise: token ? () => ({ authorization: `Bearer ${token}` }) : undefined,
    timeoutMs: 8000,
    reads: pageReads && { names: pageReadNames, memory: pageReads },
    fetch: (request) =>
      fetch(request).catch((cause: unknown) => {
        throw unavailable(locale, cause)
      }),
  })
  const { body, mismatch: message } = connectorApi.createBooking
  return {
    ...calls,
    /** All bookings of a member in every state (C12). */
    bookingsOfMember: (member: number) => calls.bookings({ member, state: '' }),
    /** An invalid booking makes no request (V3). */
    async createBooking(creation: BookingCreation, authorise: Authorise, key?: string) {
      return calls.createBooking(fitting(body, creation, { message, log }), authorise, key)
    },
    /** Every failure has the same message, and the server's problem as cause (E16). */
    async cancelBooking(id: number, authorise: Authorise, key?: string) {
      return calls.cancelBooking(id, authorise, key).catch((cause: unknown) => {
        throw new Error(message, { cause })
      })
    },
    /** Returns at most one member; ignores upper and lower case. */
    membersByEmail: (email: string) => calls.members({ email }),
  }
}
