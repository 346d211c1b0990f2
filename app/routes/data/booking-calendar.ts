import { Id, idOf } from '../../../contracts/booking.ts'
import { dataApi } from '../../../contracts/http/data.ts'
import { Problem } from '../../../contracts/problem.ts'
import { bookingsCalendar } from '../../booking/bookings-calendar.server.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'
import { equipmentNames } from '../../live/equipment-names.ts'

export const loader = dataLoader(dataApi.bookingCalendar, async ({ services, params, memberId, locale }) => {
  const { connector, config } = services
  const id = Id.safeParse(/^(.+)\.ics$/.exec(params['file'] ?? '')?.[1])
  const [bookings, spaces, equipment, names] = await Promise.all([
    connector.bookingsOfMember(memberId),
    connector.spaces(),
    connector.equipment(),
    equipmentNames(services, locale),
  ])
  const booking = bookings.find((each) => each.id === id.data)
  const item = booking && equipment.find((each) => each.id === idOf(booking.resource))
  const space = spaces.find((each) => each.id === item?.space) ?? spaces[0]
  if (!booking || !space) throw new Problem('notFound')
  const title = names.get(idOf(booking.resource)) ?? item?.displayTitle ?? item?.name ?? space.name
  const text = bookingsCalendar({
    bookings: [booking],
    zone: space.timezone,
    place: space.name,
    name: space.name,
    titleOf: () => title,
    publicUrl: config.publicUrl,
    locale,
  })
  return new Response(text, {
    headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' },
  })
})

export const action = readOnly
