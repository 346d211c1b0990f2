/**
 * The double's own time arithmetic, by Intl and UTC alone. It shares nothing with the code that the double judges, so
 * that an error in either of them shows. Wall-clock times are `2026-12-01T14:00`, days are `2026-12-01`.
 */

const dayMs = 24 * 60 * 60_000
const clocks = new Map<string, Intl.DateTimeFormat>()

/** Returns what a clock on the wall shows at an instant, to the minute. */
export function wallClockAt(at: number, zone: string): string {
  // The Swedish locale writes `2026-12-01 14:00`.
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  clocks.set(zone, clock)
  return clock.format(at).replace(' ', 'T')
}

/** Whether the wall clock shows this time at all: not for 30 February, nor in the hour that spring leaves out. */
export function exists(local: string, zone: string): boolean {
  return Number.isFinite(Date.parse(`${local}Z`)) && wallClockAt(instantOf(local, zone), zone) === local
}

/** Returns the minutes that pass between two wall-clock times. */
export function minutesBetween(from: string, until: string, zone: string): number {
  return (instantOf(until, zone) - instantOf(from, zone)) / 60_000
}

/** Returns epoch milliseconds; of a repeated autumn hour the first, of a left-out spring hour as before the change. */
function instantOf(local: string, zone: string): number {
  const utc = Date.parse(`${local}Z`)
  const [before = 0, after = 0] = [utc - dayMs, utc + dayMs].map(
    (at) => Date.parse(`${wallClockAt(at, zone)}Z`) - at,
  )
  const instants = [utc - before, utc - after].toSorted((one, other) => one - other)
  return instants.find((at) => wallClockAt(at, zone) === local) ?? utc - before
}

export function dayOf(local: string): string {
  return local.slice(0, 10)
}

export function minuteOfDay(local: string): number {
  return Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16))
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** 1 = Monday to 7 = Sunday. */
export function weekday(day: string): number {
  return new Date(day).getUTCDay() || 7
}

/** Returns the Monday of the week. */
export function weekOf(day: string): string {
  return addDays(day, 1 - weekday(day))
}
