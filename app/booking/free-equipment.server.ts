import { type Booking, idOf } from '../../contracts/booking.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { FreeEquipment } from '../../contracts/live.ts'
import type { Space } from '../../contracts/space.ts'
import { type BookingCase, holdsTime, refusals } from '../../rules/booking/booking.ts'
import { lookAheadDays } from '../../rules/booking/next-start.ts'
import { addDays, addMinutes, dayOf, instantOf, toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { bookingsBetween } from '../live/days.ts'
import { loadTrainingWays } from '../events/training-way.server.ts'
import { loadDirectory } from '../live/directory.ts'
import type { Locale } from '../i18n/locale.ts'
import { pictureSource } from '../ui/picture-source.ts'
import { everyTraining, takenTime } from './week.server.ts'

interface FreeQuery {
  /** Start, as wall-clock time of the space. */
  from: string
  minutes: number
  memberId: number | null
  locale: Locale
}

/** Lists the free equipment, then the rest with its reasons and next possible start. */
export async function freeEquipment(
  services: Pick<SiteServices, 'backend' | 'config' | 'connector' | 'content' | 'log' | 'now'>,
  { from, minutes, memberId, locale }: FreeQuery,
): Promise<FreeEquipment[]> {
  const { config, connector, now } = services
  const [{ spaces, equipment, pages, nameOf }, trainingOf, own] = await Promise.all([
    loadDirectory(services, locale),
    loadTrainingWays(services, locale),
    memberId === null ? [] : connector.bookingsOfMember(memberId),
  ])
  const found = await Promise.all(
    spaces.map(async (space) => {
      const until = endOf(from, minutes, space.timezone)
      const overlapping = await bookingsBetween(connector, from, until)
      const bookable = equipment.filter(
        (each) => each.space === space.id && each.visibleForMembers && each.canBeBooked,
      )
      return Promise.all(
        bookable.map(async (each) => ({
          ...(await judged(each, {
            space,
            from,
            until,
            overlapping,
            own,
            memberId,
            now: now(),
            connector,
          })),
          drawing: pictureSource(pages.get(each.id)?.drawing ?? '', config.publicUrl),
          training: trainingOf(each, spaces),
        })),
      )
    }),
  )
  return found
    .flat()
    .map((each) => ({ ...each, name: nameOf(each.id) ?? each.name }))
    .toSorted((a, b) => rank(a) - rank(b))
}

interface Asked {
  space: Space
  from: string
  until: string
  overlapping: Booking[]
  own: Booking[]
  memberId: number | null
  now: Date
  connector: SiteServices['connector']
}

async function judged(
  equipment: Equipment,
  asked: Asked,
): Promise<Omit<FreeEquipment, 'drawing' | 'training'>> {
  const { space, from, until, overlapping, own, memberId, now, connector } = asked
  const isHere = (booking: Booking) => idOf(booking.resource) === equipment.id
  // Later bookings matter only for the next possible start. A workshop system with a rate limit may not answer for
  // all equipment; the list works without it.
  const coming = overlapping.some(isHere)
    ? await connector
        .bookings({
          resource: equipment.id,
          fromDateTime: from,
          untilDateTime: `${addDays(dayOf(from), lookAheadDays)}T00:00`,
        })
        .catch(() => null)
    : []
  const bookings = coming ?? overlapping.filter(isHere)
  const all = new Map([...bookings, ...own].map((booking) => [booking.id, booking]))
  const wish: BookingCase = {
    now,
    space,
    equipment,
    // Missing trainings are shown once per equipment, not per time.
    member: { id: memberId ?? 0, state: 'active', trainings: [everyTraining(equipment.id)] },
    existing: [...all.values()].map(takenTime),
    request: { fromDateTime: from, untilDateTime: until },
  }
  const found = refusals(wish)
  return {
    id: equipment.id,
    name: equipment.name,
    from,
    until,
    isFree: found.length === 0,
    codes: found.map(({ code }) => code),
    taken: takenBy(
      bookings.filter((booking) => isHere(booking) && meets(booking, asked)),
      memberId,
    ),
    next: (coming && found[0]?.nextPossible) ?? null,
    requiresTraining: equipment.requiresTraining,
    pricePerBooking: equipment.pricePerBooking,
    pricePerBookingSeconds: equipment.pricePerBookingSeconds,
  }
}

function takenBy(bookings: Booking[], memberId: number | null): FreeEquipment['taken'] {
  const holders = bookings.filter(({ state }) => holdsTime(state)).map(({ member }) => idOf(member))
  if (holders.length === 0) return null
  return holders.every((holder) => holder === memberId) ? 'own' : 'others'
}

function meets({ fromDateTime, untilDateTime }: Booking, { from, until }: Asked): boolean {
  return fromDateTime < until && from < untilDateTime
}

/** Adds real minutes and returns wall-clock time. */
function endOf(from: string, minutes: number, zone: string): string {
  return toLocal(addMinutes(instantOf(from, zone), minutes), zone)
}

/** Free first, then what is only taken, because it becomes free again. */
function rank({ isFree, next }: FreeEquipment): number {
  if (isFree) return 0
  return next ? 1 : 2
}
