import type { LiveEquipment } from '../../../contracts/live.ts'
import { liveEquipment } from '../../booking/live-equipment.server.ts'
import { idOf } from '../../../contracts/booking.ts'
import { servicesOf } from '../../context.ts'
import { withAge } from '../../live/age.ts'
import { answer, localeOfRequest, readOnly } from '../../live/data-response.ts'
import { bookingsBetween } from '../../live/days.ts'
import { dayOf, toLocal, addDays } from '../../../rules/time.ts'
import type { Route } from './+types/equipment'

/** GET /data/equipment?locale=: what every visible machine does right now, in words. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { services, headers } = withAge(servicesOf(context))
  const { connector, log, now } = services
  return answer(
    request,
    log,
    async (): Promise<LiveEquipment[]> => {
      const spaces = await connector.spaces()
      const lists = await Promise.all(
        spaces.map(async (space) => {
          const today = dayOf(toLocal(now(), space.timezone))
          const machines = (await connector.equipment({ space: space.id })).filter(
            (each) => each.visibleForMembers,
          )
          const all = await bookingsBetween(connector, `${today}T00:00`, `${addDays(today, 7)}T00:00`)
          const bookingsOf = Map.groupBy(all, ({ resource }) => idOf(resource))
          return machines.map((equipment) => {
            const bookings = bookingsOf.get(equipment.id) ?? []
            return liveEquipment({ equipment, space, bookings, now: now(), locale: localeOfRequest(request) })
          })
        }),
      )
      return lists.flat()
    },
    headers,
  )
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
