import type { ConnectorClient } from '../../../clients/connector.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { OwnBooking } from '../../../contracts/live.ts'
import { ownBookings } from '../../booking/own-bookings.server.ts'
import { servicesOf } from '../../context.ts'
import { withAge } from '../../live/age.ts'
import { answer, localeOfRequest, readOnly } from '../../live/data-response.ts'
import { machineNames } from '../../live/machine-names.ts'
import { zonesOf } from '../../live/zones.ts'
import type { Route } from './+types/bookings'

/** GET /data/bookings: the caller's own bookings, next ones first, then past and cancelled ones. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { services, headers } = withAge(servicesOf(context))
  return answer(
    request,
    services.log,
    async (): Promise<OwnBooking[]> => {
      const caller = await services.signedIn(request)
      if (!caller) throw new Problem('unauthorized')
      const [bookings, offers, spaces, equipment, names] = await Promise.all([
        services.connector.bookingsOfMember(caller.memberId),
        offersNotTaken(services.connector, caller.memberId),
        services.connector.spaces(),
        services.connector.equipment(),
        machineNames(services, localeOfRequest(request)),
      ])
      const own = ownBookings(
        bookings.filter(({ id }) => !offers.has(id)),
        zonesOf(spaces, equipment),
        services.now(),
      )
      const costs = await costsOf(services.connector, own)
      return own.map(({ resource: { id, name }, ...booking }) => ({
        ...booking,
        resource: { id, name: names.get(id) ?? name },
        cost: costs.get(booking.id) ?? null,
      }))
    },
    headers,
  )
}

/** Bookings that the waiting list offered and nobody took: they were never made. Without such a list there are none. */
async function offersNotTaken(
  connector: Pick<ConnectorClient, 'waitlist'>,
  member: number,
): Promise<Set<number | null>> {
  const places = await connector.waitlist(member).catch(() => [])
  return new Set(
    places.filter(({ state }) => state === 'left' || state === 'expired').map(({ booking }) => booking),
  )
}

/**
 * Of the bookings that come next, cancelled or not, as many as one may ask for at once; none when that fails: the list
 * is worth more.
 */
async function costsOf(connector: Pick<ConnectorClient, 'bookingCosts'>, own: Omit<OwnBooking, 'cost'>[]) {
  const ids = own.filter(({ past }) => !past).map(({ id }) => id)
  const costs = ids.length > 0 ? await connector.bookingCosts(ids.slice(0, 100)).catch(() => []) : []
  return new Map(
    costs.map(({ booking, price, freeUntil, onCancelling }) => [booking, { price, freeUntil, onCancelling }]),
  )
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
