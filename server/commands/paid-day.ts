import { z } from 'zod'
import { type Day, dayOf } from '../../rules/time.ts'
import type { Clock } from '../../platform/clock.ts'

/**
 * Reads the day on which money arrived; absent = none was given.
 * @throws Error for another form, and for a day after tomorrow: books cannot take it back
 */
export function paidDay(given: string | undefined, clock: Clock): Day | undefined {
  if (given === undefined) return undefined
  const { data: day } = z.iso.date().safeParse(given)
  if (day === undefined) throw new Error(`"${given}" is no day like 2026-11-30.`)
  // Somewhere it is tomorrow already.
  const latest = dayOf(new Date(clock().getTime() + 24 * 60 * 60_000).toISOString())
  if (day > latest) throw new Error(`${day} has not come yet.`)
  return day
}
