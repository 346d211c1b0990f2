import * as Instants from 'temporal-polyfill/fns/Instant'
import * as Zoned from 'temporal-polyfill/fns/ZonedDateTime'

const dayMs = 86_400_000
/** Days of a zone that the cache holds: ten years. */
const mostDays = 3660

/** By zone and UTC day. */
const known = new Map<string, Map<number, number | null>>()

/**
 * Returns how far a zone's clocks are ahead of UTC, in milliseconds, on the UTC day of an instant: nearly always one
 * number, so that wall-clock time is a sum. null on a day on which they change, and when it is no whole minute.
 * @param at epoch milliseconds
 * @throws RangeError for an unknown zone
 */
export function steadyOffset(at: number, zone: string): number | null {
  const day = Math.floor(at / dayMs)
  const ofZone = known.get(zone) ?? new Map<number, number | null>()
  const before = ofZone.get(day)
  if (before !== undefined) return before
  const [start, end] = [offsetAt(day * dayMs, zone), offsetAt((day + 1) * dayMs, zone)]
  const offset = start === end && start % 60_000 === 0 ? start : null
  if (ofZone.size >= mostDays) ofZone.clear()
  ofZone.set(day, offset)
  known.set(zone, ofZone)
  return offset
}

/** Like `steadyOffset`, but only where it also holds for the days around the instant. */
export function steadyOffsetAround(at: number, zone: string): number | null {
  const offset = steadyOffset(at, zone)
  const isSteady = steadyOffset(at - dayMs, zone) === offset && steadyOffset(at + dayMs, zone) === offset
  return isSteady ? offset : null
}

function offsetAt(at: number, zone: string): number {
  return Zoned.offsetNanoseconds(Instants.toZonedDateTimeISO(Instants.fromEpochMilliseconds(at), zone)) / 1e6
}
