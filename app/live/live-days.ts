import type { LiveDay, WeekDay, WeekSlot, WeekView } from '../../contracts/live.ts'
import { minuteOfDay } from '../../rules/time.ts'
import { clockTime } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'

/**
 * Returns what is free and taken on each day of a judged week, in words and as path data. A unit of the drawing is a
 * minute of the day, on a line of 36 units height.
 */
export function liveDays({ days, last }: WeekView, locale: Locale): LiveDay[] {
  return days.map((day) => {
    const free = stretches(day, 'free')
    const taken = [...stretches(day, 'taken'), ...stretches(day, 'own')]
    const state =
      free.length > 0 ? 'free' : isClosed(day) ? 'closed' : last !== null && day.day > last ? 'later' : 'full'
    const isOutOfOrder = day.slots.some(({ codes }) => codes.includes('bookingState'))
    // The word joiner keeps a range in one line.
    const times = free.map(({ from, until }) => `${clock(from)}–\u2060${clock(until)}`).join(', ')
    return {
      id: day.day,
      state,
      words: translate(locale, isOutOfOrder ? 'block_machine_not_bookable' : `block_week_${state}`, {
        times,
      }),
      free: free.map(dimension).join(''),
      taken: taken.map(part).join(''),
    }
  })
}

/** Minutes of a day; `until` of 1440 is midnight. */
interface Stretch {
  from: number
  until: number
}

/** Joins neighbouring slots of a state. */
function stretches({ day, slots }: WeekDay, wanted: WeekSlot['state']): Stretch[] {
  const found: Stretch[] = []
  for (const { from, until, state } of slots) {
    if (state !== wanted) continue
    const slot = {
      from: minuteOfDay(from),
      until: until.startsWith(day) ? minuteOfDay(until) : 24 * 60,
    }
    const last = found.at(-1)
    if (last?.until === slot.from) last.until = slot.until
    else found.push(slot)
  }
  return found
}

function isClosed({ slots }: WeekDay): boolean {
  return slots.every(({ codes }) => codes.includes('openingHours') || codes.includes('holiday'))
}

/** A dimension line with its ends and arrows. */
function dimension({ from, until }: Stretch): string {
  return `M${from} 7v22M${until} 7v22M${from} 18H${until}M${from} 18l14-4v8zM${until} 18l-14-4v8z`
}

/** A solid part. */
function part({ from, until }: Stretch): string {
  return `M${from} 5H${until}V31H${from}z`
}

/** "9:30" for 570. */
function clock(minute: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return clockTime(`2000-01-01T${two(Math.floor(minute / 60))}:${two(minute % 60)}`)
}
