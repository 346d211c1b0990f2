import { StoreError } from '../../clients/store-error.ts'
import { CalendarKind, Secret } from '../../contracts/calendar.ts'
import { Id, idOf } from '../../contracts/booking.ts'
import { bookingsCalendar } from '../booking/bookings-calendar.server.ts'
import { feedResponse } from '../delivery/feed-response.server.ts'
import { servicesOf } from '../context.ts'
import { loadDirectory } from '../live/directory.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import type { Route } from './+types/calendar-feed'

/**
 * `/calendars/{kind}/{id}/{secret}.ics` (R22): the bookings of a member with the sessions of their
 * courses, or those of equipment or a space, for calendar apps. The
 * secret is the only protection; a wrong or old one is 404. No names of members.
 */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  const { connector, config } = services
  const kind = CalendarKind.safeParse(params.kind)
  const id = Id.safeParse(params.id)
  const secret = Secret.safeParse(/^(.+)\.ics$/.exec(params.file)?.[1])
  if (!kind.success || !id.success || !secret.success) return nothing()
  const found = await connector
    .calendarFeed(kind.data, id.data, secret.data)
    .then(async (feed) => {
      if (!feed) return null
      const locale: Locale = feed.language === 'en' ? 'en' : 'de'
      const [directory, sessions] = await Promise.all([
        loadDirectory(services, locale),
        kind.data === 'members' ? services.backend.courseCalendar({ memberId: id.data }) : [],
      ])
      return { feed, locale, sessions, ...directory }
    })
    .catch((error: unknown) => {
      if (error instanceof StoreError) return undefined
      throw error
    })
  if (found === undefined)
    return new Response(null, { status: 503, headers: { 'retry-after': '60', 'cache-control': 'no-store' } })
  if (!found) return nothing()
  const { feed, locale, sessions, titles, spaces, equipment } = found
  const text = bookingsCalendar({
    bookings: feed.bookings,
    sessions,
    courseSpace: spaces[0]?.name ?? '',
    zone: feed.timezone,
    placeOf: ({ resource }) => {
      const item = equipment.find((each) => each.id === idOf(resource))
      return (spaces.find((each) => each.id === item?.space) ?? spaces[0])?.name ?? ''
    },
    name: feed.name,
    titleOf: ({ resource }) => {
      const name = titles.get(idOf(resource)) ?? (typeof resource === 'object' ? resource.name : feed.name)
      return kind.data === 'members' ? name : translate(locale, 'booking_calendar_taken', { machine: name })
    },
    publicUrl: config.publicUrl,
    locale,
  })
  return feedResponse(request, text, { type: 'text/calendar', isSecret: true })
}

function nothing(): Response {
  return new Response(null, { status: 404, headers: { 'cache-control': 'private, no-store' } })
}
