import type { LoaderFunctionArgs } from 'react-router'
import type { ConnectorClient } from '../../../clients/connector.ts'
import { Id, idOf } from '../../../contracts/booking.ts'
import { dataApi } from '../../../contracts/http/data.ts'
import type { Equipment } from '../../../contracts/equipment.ts'
import type { OwnBooking } from '../../../contracts/live.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Space } from '../../../contracts/space.ts'
import { toCents, toDecimal } from '../../../rules/money.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import { bookingsCalendar } from '../../booking/bookings-calendar.server.ts'
import { loadDay } from '../../booking/day.server.ts'
import { freeEquipment } from '../../booking/free-equipment.server.ts'
import { liveEquipment } from '../../booking/live-equipment.server.ts'
import { ownBookings } from '../../booking/own-bookings.server.ts'
import { loadWeek } from '../../booking/week.server.ts'
import { loadTrainingPaths } from '../../events/training-paths.server.ts'
import { nextFree, nextFreeText, seatsState, seatsText } from '../../events/event-words.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'
import { bookingsBetween } from '../../live/days.ts'
import { liveDays } from '../../live/live-days.ts'
import { loadDirectory } from '../../live/directory.ts'
import { pictureSource } from '../../ui/picture-source.ts'
import { readSearchQuery } from '../../search/search-query.ts'

/** The data routes that only read, by their pattern in `routes.ts`. */
const loaders = {
  'data/week': dataLoader(dataApi.week, ({ services, query, memberId }) =>
    loadWeek(services, { ...query, memberId }),
  ),
  'data/day': dataLoader(dataApi.day, ({ services, query, memberId }) =>
    loadDay(services, { ...query, memberId }),
  ),
  'data/free': dataLoader(dataApi.free, ({ services, query: { from, minutes }, memberId, locale }) =>
    freeEquipment(services, { from, minutes, memberId, locale }),
  ),
  'data/bookings': dataLoader(dataApi.bookings, async ({ services, memberId, locale }) => {
    const { connector, config, now } = services
    const [bookings, offers, { spaces, equipment, pages, titles, zoneOf }] = await Promise.all([
      connector.bookingsOfMember(memberId),
      offersNotTaken(connector, memberId),
      loadDirectory(services, locale),
    ])
    const at = now()
    const own = ownBookings(
      bookings.filter(({ id }) => !offers.has(id)),
      zoneOf,
      at,
    )
    const costs = await costsOf(connector, own)
    return own.map(({ resource: { id, name }, ...booking }) => {
      const cost = costs.get(booking.id)
      const space = spaceOf(id, spaces, equipment)
      return {
        ...booking,
        resource: { id, name: titles.get(id) ?? name },
        drawing: pictureSource(pages.get(id)?.drawing ?? '', config.publicUrl),
        canOnlyExtend: booking.canBeMoved && !!cost?.freeUntil && cost.freeUntil < toLocal(at, zoneOf(id)),
        cost: cost ? { ...cost, refundable: space?.bookingRefundable ?? false } : null,
      }
    })
  }),
  'data/bookings/:file': dataLoader(
    dataApi.bookingCalendar,
    async ({ services, params, memberId, locale }) => {
      const { connector, config } = services
      const id = Id.safeParse(/^(.+)\.ics$/.exec(params['file'] ?? '')?.[1])
      const [bookings, { spaces, equipment, nameOf }] = await Promise.all([
        connector.bookingsOfMember(memberId),
        loadDirectory(services, locale),
      ])
      const booking = bookings.find((each) => each.id === id.data)
      const space = booking && spaceOf(idOf(booking.resource), spaces, equipment)
      if (!booking || !space) throw new Problem('notFound')
      const text = bookingsCalendar({
        bookings: [booking],
        zone: space.timezone,
        placeOf: () => space.name,
        name: space.name,
        titleOf: ({ resource }) => nameOf(idOf(resource)) ?? space.name,
        publicUrl: config.publicUrl,
        locale,
      })
      return new Response(text, {
        headers: { 'content-type': 'text/calendar; charset=utf-8', 'cache-control': 'private, no-store' },
      })
    },
  ),
  'data/waitlist': dataLoader(dataApi.waitlist, async ({ services, memberId, locale }) => {
    const { connector, now } = services
    const [entries, { nameOf, zoneOf }] = await Promise.all([
      connector.waitlist({ member: memberId }).catch(nullIfNotSupported),
      loadDirectory(services, locale),
    ])
    if (!entries) return null
    return entries
      .flatMap(({ resource, state, offeredUntil, id, fromDateTime, untilDateTime, booking }) => {
        if (state !== 'waiting' && state !== 'offered') return []
        const zone = zoneOf(resource)
        if (untilDateTime <= toLocal(now(), zone)) return []
        const until = offeredUntil && toLocal(new Date(offeredUntil), zone)
        const named = { id: resource, name: nameOf(resource) ?? '' }
        return [{ id, fromDateTime, untilDateTime, booking, state, resource: named, offeredUntil: until }]
      })
      .toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
  }),
  'data/equipment': dataLoader(dataApi.equipment, async ({ services: { connector, now }, locale }) => {
    const spaces = await connector.spaces()
    const lists = await Promise.all(
      spaces.map(async (space) => {
        const today = dayOf(toLocal(now(), space.timezone))
        const equipment = await connector.equipment({ space: space.id })
        const all = await bookingsBetween(connector, `${today}T00:00`, `${addDays(today, 7)}T00:00`)
        const bookingsOf = Map.groupBy(all, ({ resource }) => idOf(resource))
        return equipment
          .filter((item) => item.visibleForMembers)
          .map((item) => {
            const bookings = bookingsOf.get(item.id) ?? []
            return liveEquipment({ equipment: item, space, bookings, now: now(), locale })
          })
      }),
    )
    return lists.flat()
  }),
  'data/courses': dataLoader(dataApi.courses, async ({ services, locale }) => {
    const courses = await services.backend.courses()
    return courses.flatMap(({ dates }) =>
      dates.map((date) => ({
        id: date.id,
        freeSeats: date.freeSeats,
        seats: seatsText(date.freeSeats, locale),
        state: seatsState(date.freeSeats),
        nextFree: date.freeSeats === 0 ? nextFreeText(nextFree(dates, date), locale) : '',
      })),
    )
  }),
  'data/trainings': dataLoader(dataApi.trainings, ({ services, locale }) =>
    loadTrainingPaths(services, locale),
  ),
  'data/days': dataLoader(dataApi.days, async ({ services, query: { resource }, locale }) => {
    const { connector, now } = services
    const space = spaceOf(resource, ...(await Promise.all([connector.spaces(), connector.equipment()])))
    const day = dayOf(toLocal(now(), space?.timezone ?? 'UTC'))
    return liveDays(await loadWeek(services, { resource, day, memberId: null }), locale)
  }),
  'data/search': dataLoader(dataApi.search, ({ services, request, locale }) =>
    services.search.hits(readSearchQuery(new URL(request.url)), locale),
  ),
}

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return loaders[args.pattern as keyof typeof loaders](args)
}

export const action = readOnly

/** Ids of bookings that were offered by the waitlist and not accepted: they count as never made. */
async function offersNotTaken(
  connector: Pick<ConnectorClient, 'waitlist'>,
  member: number,
): Promise<Set<number | null>> {
  const entries = await connector.waitlist({ member }).catch(() => [])
  return new Set(
    entries.filter(({ state }) => state === 'left' || state === 'expired').map(({ booking }) => booking),
  )
}

/**
 * Costs of the bookings to come and the latest others, of as many as one call takes; none when the call fails: the list
 * matters more.
 */
async function costsOf(connector: Pick<ConnectorClient, 'bookingCosts'>, own: Pick<OwnBooking, 'id'>[]) {
  const ids = own.map(({ id }) => id).slice(0, 100)
  const costs = ids.length > 0 ? await connector.bookingCosts({ ids }).catch(() => []) : []
  return new Map(
    costs.map(({ booking, price, credits, money, freeUntil, onCancelling }) => {
      const paid = credits.reduce((cents, { amount }) => cents + toCents(amount), 0)
      return [booking, { price, credits: toDecimal(paid), money, freeUntil, onCancelling }]
    }),
  )
}

/** Returns the space of equipment; the first one for unknown equipment. */
function spaceOf(equipmentId: number, spaces: Space[], equipment: Equipment[]): Space | undefined {
  const item = equipment.find(({ id }) => id === equipmentId)
  return spaces.find(({ id }) => id === item?.space) ?? spaces[0]
}

/** By status: the site and its services are bundled apart. */
function nullIfNotSupported(error: unknown): null {
  if ((error as { status?: unknown } | null)?.status === 501) return null
  throw error
}
