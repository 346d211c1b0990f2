import type { BookingCreation } from '../contracts/booking.ts'
import { connectorApi } from '../contracts/http/connector.ts'
import { type Locale, problemMessage } from '../contracts/problem.ts'
import { type Authorise, type CallOptions, createCalls, fitting, type Log } from './calls.ts'
import { StoreError } from './store-error.ts'

export interface ConnectorClientOptions extends Omit<CallOptions, 'authorise' | 'timeoutMs'> {
  /** Connector token for reads: ability `read`, or `manage` for the members' calls. None in the browser. */
  token?: string | null
  log: Log
}

export type ConnectorClient = ReturnType<typeof createConnectorClient>

/**
 * The connector to the workshop system: one call per endpoint of `connectorApi`, and these. A connector that cannot be
 * reached is the StoreError `upstreamUnavailable`.
 */
export function createConnectorClient({ token, ...options }: ConnectorClientOptions) {
  const { fetch, locale = 'de', log } = options
  const calls = createCalls(connectorApi, {
    ...options,
    authorise: token ? () => ({ authorization: `Bearer ${token}` }) : undefined,
    timeoutMs: 8000,
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

function unavailable(locale: Locale, cause: unknown): StoreError {
  const code = 'upstreamUnavailable'
  const body = {
    type: `urn:werkbank:problem:${code}`,
    title: problemMessage(code, 'en'),
    status: 503,
    code,
    message: problemMessage(code, locale),
  }
  return new StoreError(body.status, body, { cause })
}
