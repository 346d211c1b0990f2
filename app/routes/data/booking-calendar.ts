import { Id, idOf } from '../../../contracts/booking.ts'
import { Problem } from '../../../contracts/problem.ts'
import { bookingsCalendar } from '../../booking/bookings-calendar.server.ts'
import { servicesOf } from '../../context.ts'
import { answerWith, localeOfRequest, readOnly } from '../../live/data-response.ts'
import { machineNames } from '../../live/machine-names.ts'
import type { Route } from './+types/booking-calendar'

/** GET /data/bookings/{id}.ics: one own booking as a calendar file; somebody else's is not there. */
export function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  return answerWith(request, services.log, async () => {
    const caller = await services.signedIn(request)
    if (!caller) throw new Problem('unauthorized')
    const id = Id.safeParse(/^(.+)\.ics$/.exec(params.file)?.[1])
    const locale = localeOfRequest(request)
    const [bookings, spaces, equipment, names] = await Promise.all([
      services.connector.bookingsOfMember(caller.memberId),
      services.connector.spaces(),
      services.connector.equipment(),
      machineNames(services, locale),
    ])
    const booking = bookings.find((each) => each.id === id.data)
    const machine = booking && equipment.find((each) => each.id === idOf(booking.resource))
    const space = spaces.find((each) => each.id === machine?.space) ?? spaces[0]
    if (!booking || !space) throw new Problem('notFound')
    const title = names.get(idOf(booking.resource)) ?? machine?.displayTitle ?? machine?.name ?? space.name
    const { publicUrl } = services.config
    const text = bookingsCalendar({
      bookings: [booking],
      zone: space.timezone,
      place: space.name,
      name: space.name,
      titleOf: () => title,
      publicUrl,
      locale,
    })
    return new Response(text, {
      headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' },
    })
  })
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
