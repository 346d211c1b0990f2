import { z } from 'zod'
import { CalendarDay, Id, LocalTime } from '../../contracts/booking.ts'
import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import { Problem } from '../../contracts/problem.ts'
import { dayOf, toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { withAge } from '../live/data-route.ts'
import { isAway } from '../live/data-route.ts'
import { loadTrainingWays } from '../events/training-way.server.ts'
import { loadDirectory } from '../live/directory.ts'
import type { Locale } from '../i18n/locale.ts'
import type { BookableEquipment } from './equipment-picker.tsx'
import { moveOrigins } from './move-origin.ts'
import { pictureSource } from '../ui/picture-source.ts'
import { priceInWords } from './equipment-price.server.ts'
import { loadWeek } from './week.server.ts'

/** What the address of `/booking` asks for; what makes no sense is left out. */
export const ScreenQuery = z.object({
  machine: Id.optional().catch(undefined),
  day: CalendarDay.optional().catch(undefined),
  from: LocalTime.optional().catch(undefined),
  until: LocalTime.optional().catch(undefined),
  /** Id of an own booking to move; the browser finds out whose it is. */
  moves: Id.optional().catch(undefined),
  /** Where its move began; anything else than the known places counts as the list of bookings. */
  began: z.enum(moveOrigins).optional().catch(undefined),
})
type ScreenQuery = z.infer<typeof ScreenQuery>

export type Services = Pick<
  SiteServices,
  'backend' | 'config' | 'connector' | 'content' | 'labels' | 'log' | 'now'
>
export type GivenServices = Omit<Services, 'connector'> & Pick<SiteServices, 'connectorWithAge'>

/**
 * Loads what `/booking` shows: bookable equipment, the week of the chosen item, and the time chosen before sign-in.
 * `isUnknown`: the requested equipment does not exist. `isAway`: the workshop system does not answer; the page is
 * shown without it. `asOf`: age of stale data as an ISO instant.
 */
export async function loadScreen(given: GivenServices, locale: Locale, query: ScreenQuery) {
  const { services, asOf } = withAge(given)
  const move = { moves: query.moves ?? null, began: query.began ?? 'bookings' }
  try {
    return { ...(await loadKnown(services, locale, query)), ...move, isAway: false, asOf: asOf() }
  } catch (error) {
    if (!isAway(error)) throw error
    const day = query.day ?? services.now().toISOString().slice(0, 10)
    const nothing = { equipment: [], week: null, day, equipmentId: 0, wish: null, isUnknown: false }
    return { ...nothing, ...move, isAway: true, asOf: null }
  }
}

async function loadKnown(services: Services, locale: Locale, { machine, day, from, until }: ScreenQuery) {
  const { equipment: listed, zoneOf } = await loadBookable(services, locale, machine)
  const wish = from && until && from < until ? { from, until } : null
  const chosen = listed.find(({ id }) => id === machine) ?? listed[0]
  const asked = day ?? dayOf(toLocal(services.now(), zoneOf(chosen?.id ?? 0)))
  const isUnknown = machine !== undefined && chosen?.id !== machine
  if (!chosen) return { equipment: listed, week: null, day: asked, equipmentId: 0, wish, isUnknown }
  const weekOf = (of: string) =>
    loadWeek(services, { resource: chosen.id, day: of, memberId: null }).catch((error: unknown) => {
      // The equipment was removed between the two reads.
      if (error instanceof Problem) return null
      throw error
    })
  const week = await weekOf(asked)
  const shown = day ? { week, day } : await coming(week, asked, weekOf)
  return { equipment: listed, ...shown, equipmentId: chosen.id, wish: isUnknown ? null : wish, isUnknown }
}

/**
 * Loads the equipment that can be booked, as the booking screens name it, and the time zone of each by its id.
 * @param machine id of equipment that is listed also when it cannot be booked
 */
export async function loadBookable(services: Services, locale: Locale, machine?: number) {
  const [{ spaces, equipment, pages, nameOf, zoneOf }, { 'machine-types': types }, trainingOf] =
    await Promise.all([
      loadDirectory(services, locale),
      services.labels(locale),
      loadTrainingWays(services, locale),
    ])
  const bookable: BookableEquipment[] = equipment
    // The page of equipment that cannot be booked links to its week, never to another's.
    .filter((each) => each.visibleForMembers && (each.canBeBooked || each.id === machine))
    .map((each) => ({
      id: each.id,
      name: nameOf(each.id) ?? each.name,
      requiresTraining: each.requiresTraining,
      training: trainingOf(each, spaces),
      isBookable: each.canBeBooked && each.state === 'active',
      type: types[pages.get(each.id)?.type ?? ''] ?? '',
      drawing: pictureSource(pages.get(each.id)?.drawing ?? '', services.config.publicUrl),
      price: priceInWords(each, locale),
      pricePerBooking: each.pricePerBooking,
      pricePerBookingSeconds: each.pricePerBookingSeconds,
      terms: spaces.find(({ id }) => id === each.space)?.bookingTermsOfService?.trim() || null,
    }))
  return { equipment: bookable, zoneOf }
}

/** Finds the first day from today with free time, in this week or the next; else the first with something to see. */
async function coming(
  week: WeekView | null,
  today: string,
  weekOf: (day: string) => Promise<WeekView | null>,
): Promise<{ week: WeekView | null; day: string }> {
  const day = week && firstWith(isFree, week, today)
  if (day) return { week, day }
  const next = week?.next ? await weekOf(week.next) : null
  for (const is of [isFree, isToSee])
    for (const each of [week, next]) {
      const found = each && firstWith(is, each, today)
      if (found) return { week: each, day: found }
    }
  return { week, day: today }
}

/** Whether a slot can be booked; one that has begun cannot. */
export function isFree({ state, over }: WeekSlot): boolean {
  return state === 'free' && !over
}

/** Whether a slot is a coming one that is free or taken. */
export function isToSee({ state, over }: WeekSlot): boolean {
  return state !== 'refused' && !over
}

function firstWith(is: (slot: WeekSlot) => boolean, { days }: WeekView, from: string): string | undefined {
  return days.find(({ day, slots }) => day >= from && slots.some(is))?.day
}
