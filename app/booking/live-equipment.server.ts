import type { Booking } from '../../contracts/booking.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { LiveEquipment } from '../../contracts/live.ts'
import type { Space } from '../../contracts/space.ts'
import { holdsTime } from '../../rules/booking/booking.ts'
import { nextOnGrid } from '../../rules/booking/next-start.ts'
import { isClosedAt, openTimes } from '../../rules/booking/opening-hours.ts'
import { addDays, addMinutes, dayOf, instantOf, toLocal } from '../../rules/time.ts'
import { languageTag, type Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { liveState } from '../live/live-state.ts'
import { priceInWords } from './equipment-price.server.ts'

interface LiveInput {
  equipment: Equipment
  space: Space
  /** Bookings of the equipment for the coming 7 days. */
  bookings: Booking[]
  now: Date
  locale: Locale
}

const lookAheadMinutes = 7 * 24 * 60

/** Returns the present state of equipment in words, without any member. */
export function liveEquipment({ equipment, space, bookings, now, locale }: LiveInput): LiveEquipment {
  const zone = space.timezone
  const wallClock = toLocal(now, zone)
  const held = bookings.filter(({ state }) => holdsTime(state))
  const running = held.find(
    ({ fromDateTime, untilDateTime }) => fromDateTime <= wallClock && wallClock < untilDateTime,
  )
  const present = liveState(equipment, running)
  const isOpen = !isClosedAt(space, now)
  const state = present === 'free' && !isOpen ? 'closed' : present
  const bookable = equipment.canBeBooked && equipment.state === 'active'
  const free = bookable ? nextFree(space, held, now) : null
  const until = running ? clock(running.untilDateTime) : ''
  return {
    id: equipment.id,
    name: equipment.displayTitle ?? equipment.name,
    state,
    isOpen,
    opening: isOpen ? '' : openingInWords(space, now, locale),
    status: translate(locale, `block_live_${state}`, { time: until }),
    nextFree: free
      ? dayAndTime(toLocal(free, zone), dayOf(wallClock), locale)
      : translate(locale, bookable ? 'block_machine_none_free' : 'block_machine_not_bookable'),
    price: priceInWords(equipment, locale),
    training: translate(locale, `block_machine_training_${equipment.requiresTraining ? 'yes' : 'no'}`),
    trainingMark: translate(locale, `block_live_training_${equipment.requiresTraining ? 'yes' : 'no'}`),
    needsTraining: equipment.requiresTraining ? 'yes' : '',
    action: translate(locale, equipment.canBeBooked ? 'block_machine_book' : 'block_machine_see_week'),
  }
}

/** Returns the first open and free start on the grid with room for one slot. */
function nextFree(space: Space, held: Booking[], now: Date): Date | null {
  const slot = 60 / space.bookingSlotsPerHour
  const taken = held
    .map((booking) => ({
      from: instantOf(booking.fromDateTime, space.timezone),
      until: instantOf(booking.untilDateTime, space.timezone),
    }))
    .toSorted((a, b) => Number(a.from) - Number(b.from))
  const open =
    space.bookingOpeningHours === 'during'
      ? openTimes(space, now, addMinutes(now, lookAheadMinutes))
      : [{ from: now, until: addMinutes(now, lookAheadMinutes) }]
  for (const stretch of open) {
    let start = nextOnGrid(new Date(Math.max(Number(stretch.from), Number(now))), { space })
    for (const { from, until } of taken) {
      if (from < addMinutes(start, slot) && start < until) start = nextOnGrid(until, { space })
    }
    if (addMinutes(start, slot) <= stretch.until) return start
  }
  return null
}

/** Returns "Jetzt geschlossen, morgen ab 8:00 Uhr wieder offen" for a closed space, without the time when it stays closed for a week. */
function openingInWords(space: Space, now: Date, locale: Locale): string {
  const [next] = openTimes(space, now, addMinutes(now, lookAheadMinutes)).filter(({ until }) => until > now)
  if (!next) return translate(locale, 'block_hall_closed')
  const today = dayOf(toLocal(now, space.timezone))
  const when = dayAndTime(toLocal(next.from, space.timezone), today, locale)
  return translate(locale, 'block_hall_closed_until', { when })
}

function dayAndTime(local: string, today: string, locale: Locale): string {
  const day = dayOf(local)
  const time = clock(local)
  if (day === today) return translate(locale, 'block_live_today_from', { time })
  if (day === addDays(today, 1)) return translate(locale, 'block_live_tomorrow_from', { time })
  const weekday = new Intl.DateTimeFormat(languageTag[locale], { weekday: 'long', timeZone: 'UTC' })
  return translate(locale, 'block_live_day_from', { day: weekday.format(new Date(`${day}T00:00Z`)), time })
}

/** Returns "9:30" for a local time. */
function clock(local: string): string {
  return local.slice(11).replace(/^0/, '')
}
