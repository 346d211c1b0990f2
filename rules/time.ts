import * as Instants from 'temporal-polyfill/fns/Instant'
import * as Days from 'temporal-polyfill/fns/PlainDate'
import * as WallClocks from 'temporal-polyfill/fns/PlainDateTime'
import * as Zoned from 'temporal-polyfill/fns/ZonedDateTime'
import type { LocalTime } from '../contracts/booking.ts'
import { steadyOffset, steadyOffsetAround } from './steady-offset.ts'

/**
 * The one place that converts between a space's wall-clock time and instants. PostgreSQL takes the other hour of the two
 * in autumn, so SQL never converts.
 */

/** A local calendar day, `YYYY-MM-DD`. */
export type Day = string

/**
 * Returns the instant of a wall-clock time; the first of a repeated autumn hour, null for a time that spring skips.
 * @param local to the minute, `T24:00` is the end of that day
 * @param zone IANA name; an unknown one throws RangeError
 */
export function toInstant(local: LocalTime, zone: string): Date | null {
  const plain = onSteadyDay(local, zone)
  if (plain) return plain
  const asked = parse(local)
  const zoned = WallClocks.toZonedDateTime(asked, zone)
  return WallClocks.equals(Zoned.toPlainDateTime(zoned), asked) ? new Date(zoned.epochMilliseconds) : null
}

/** Like `toInstant`, but moves a time that spring skips forward by the gap: for stored times. */
export function instantOf(local: LocalTime, zone: string): Date {
  const plain = onSteadyDay(local, zone)
  if (plain) return plain
  return new Date(WallClocks.toZonedDateTime(parse(local), zone).epochMilliseconds)
}

/** Returns the wall-clock time of an instant, to the minute (seconds are cut). */
export function toLocal(instant: Date, zone: string): LocalTime {
  const offset = isPlain(instant.getTime()) ? steadyOffset(instant.getTime(), zone) : null
  if (offset !== null) return new Date(instant.getTime() + offset).toISOString().slice(0, 16)
  const zoned = Instants.toZonedDateTimeISO(Instants.fromEpochMilliseconds(instant.getTime()), zone)
  return WallClocks.toBasicString(Zoned.toPlainDateTime(zoned)).slice(0, 16)
}

/** Returns a wall-clock time with the offset that holds then, for readers without the zone: `2026-12-01T18:00+01:00`. */
export function withOffset(local: LocalTime, zone: string): string {
  const instant = Instants.fromEpochMilliseconds(instantOf(local, zone).getTime())
  const zoned = Instants.toZonedDateTimeISO(instant, zone)
  return Zoned.toString(zoned, { timeZoneName: 'never', smallestUnit: 'minute' })
}

/** Returns the local day of a wall-clock time. */
export function dayOf(local: LocalTime): Day {
  return local.slice(0, 10)
}

/** Returns the first instant of a local day. */
export function dayStart(day: Day, zone: string): Date {
  return instantOf(`${day}T00:00`, zone)
}

/** Returns the day `days` later, or earlier when negative. */
export function addDays(day: Day, days: number): Day {
  const midnight = plainMidnight(day)
  const later = midnight + days * dayMs
  if (isPlain(midnight) && isPlain(later)) return new Date(later).toISOString().slice(0, 10)
  return Days.toBasicString(Days.addDays(parseDay(day), days))
}

/** Returns the number of days from one to another; negative when the other is earlier. */
export function daysBetween(from: Day, until: Day): number {
  return Math.round((Date.parse(until) - Date.parse(from)) / 86_400_000)
}

/** 1 = Monday to 7 = Sunday, as in opening hours. */
export function weekday(day: Day): number {
  const midnight = plainMidnight(day)
  // 1 January 1970 was a Thursday.
  if (isPlain(midnight)) return ((((midnight / dayMs + 3) % 7) + 7) % 7) + 1
  return Days.dayOfWeek(parseDay(day))
}

/** Returns minutes since local midnight on the clock face: `09:30` or `…T09:30` is 570, `24:00` is 1440. */
export function minuteOfDay(time: string): number {
  return Number(time.slice(-5, -3)) * 60 + Number(time.slice(-2))
}

/** Returns real elapsed minutes between two instants. */
export function minutesBetween(from: Date, until: Date): number {
  return (until.getTime() - from.getTime()) / 60_000
}

/** Returns the instant that many real minutes later. */
export function addMinutes(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * 60_000)
}

/** Whether the wall clock shows this time twice, because it is set back. */
export function isRepeated(instant: Date, zone: string): boolean {
  const [before, after] = [-120, 120].map((minutes) => toLocal(addMinutes(instant, minutes), zone))
  if (Date.parse(`${after}Z`) - Date.parse(`${before}Z`) === 240 * 60_000) return false
  const local = toLocal(instant, zone)
  return [-120, -60, -30, 30, 60, 120].some(
    (minutes) => toLocal(addMinutes(instant, minutes), zone) === local,
  )
}

/** One row of a day's grid. `repeated`: the second run of an autumn hour, which no booking can begin or end at. */
export interface Slot {
  from: LocalTime
  until: LocalTime
  startsAt: Date
  endsAt: Date
  repeated: boolean
}

/** Returns the rows of a local day in real time: half-hours are 48, in spring 46, in autumn 50. */
export function slotsOfDay(day: Day, zone: string, slotMinutes: number): Slot[] {
  const end = dayStart(addDays(day, 1), zone)
  const slots: Slot[] = []
  let startsAt = dayStart(day, zone)
  while (startsAt < end) {
    const endsAt = addMinutes(startsAt, slotMinutes)
    const from = toLocal(startsAt, zone)
    const repeated = instantOf(from, zone).getTime() !== startsAt.getTime()
    slots.push({ from, until: toLocal(endsAt, zone), startsAt, endsAt, repeated })
    startsAt = endsAt
  }
  return slots
}

/** Returns the instant by a sum; null near a change of the clocks, and for anything that is no time. */
function onSteadyDay(local: LocalTime, zone: string): Date | null {
  const midnight = plainMidnight(dayOf(local))
  const time = clockFace.test(local) ? minuteOfDay(local) * 60_000 : Number.NaN
  const at = midnight + time
  if (!isPlain(at)) return null
  const offset = steadyOffsetAround(at, zone)
  return offset === null ? null : new Date(at - offset)
}

const clockFace = /T(?:[01]\d|2[0-3]):[0-5]\d$|T24:00$/
const dayMs = 24 * 60 * 60_000
/** Midnights in UTC by day, epoch milliseconds; NaN for anything that is no day. */
const midnights = new Map<Day, number>()

/** Returns the first millisecond of a day in UTC; NaN for anything that is no day. */
function plainMidnight(day: Day): number {
  const known = midnights.get(day)
  if (known !== undefined) return known
  const read = Date.parse(`${day}T00:00Z`)
  // Date.parse may read 30 February as a day in March.
  const isDay = isPlain(read) && new Date(read).toISOString().slice(0, 10) === day
  if (midnights.size >= 3660) midnights.clear()
  midnights.set(day, isDay ? read : Number.NaN)
  return isDay ? read : Number.NaN
}

const [firstPlain, lastPlain] = [Date.UTC(1901, 0, 2), Date.UTC(9999, 11, 30)]

/** Whether the result certainly has a year of four digits. */
function isPlain(milliseconds: number): boolean {
  return milliseconds > firstPlain && milliseconds < lastPlain
}

function parse(local: LocalTime): WallClocks.Record {
  const [hour, minute] = [Number(local.slice(11, 13)), Number(local.slice(14, 16))]
  const [year, month, day] = numbers(dayOf(local))
  if (hour !== 24) return WallClocks.create(year, month, day, hour, minute)
  return WallClocks.addDays(WallClocks.create(year, month, day), 1)
}

function parseDay(day: Day): Days.Record {
  return Days.create(...numbers(day))
}

function numbers(day: Day): [number, number, number] {
  return [Number(day.slice(0, 4)), Number(day.slice(5, 7)), Number(day.slice(8, 10))]
}
