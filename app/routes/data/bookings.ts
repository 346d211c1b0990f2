import { Problem } from '../../../contracts/problem.ts'
import type { OwnBooking } from '../../../contracts/live.ts'
import { ownBookings } from '../../booking/own-bookings.ts'
import { servicesOf } from '../../context.ts'
import { withAge } from '../../data/age.ts'
import { answer, localeOfRequest, readOnly } from '../../data/answer.ts'
import { machineNames } from '../../data/machine-names.ts'
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
      const [bookings, spaces, names] = await Promise.all([
        services.connector.bookingsOfMember(caller.memberId),
        services.connector.spaces(),
        machineNames(services, localeOfRequest(request)),
      ])
      const own = ownBookings(bookings, spaces[0]?.timezone ?? 'UTC', services.now())
      return Promise.all(
        own.map(async ({ resource: { id, name }, ...booking }) => {
          // The list is worth more than the price of one line of it.
          const cost = booking.canBeCancelled
            ? await services.connector.bookingCost(booking.id).catch(() => null)
            : null
          return {
            ...booking,
            resource: { id, name: names.get(id) ?? name },
            cost: cost && {
              price: cost.price,
              freeUntil: cost.freeUntil,
              onCancelling: cost.onCancelling,
            },
          }
        }),
      )
    },
    headers,
  )
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
