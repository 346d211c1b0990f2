import { addMinutes, instantOf } from './time.ts'

/** What a place becomes by the marks of its sessions. */
export type AttendedState = 'booked' | 'attended' | 'missed'

interface Attendance {
  /** Sessions of the date, and how many of them are enough; null = all. */
  sessions: number
  least: number | null
  present: number
  absent: number
  /** A trainer says that they have passed, or said it before. */
  hasPassed: boolean
}

/**
 * Returns the state of a place: `attended` when the trainer says so and enough sessions were attended, `missed` when too many
 * were missed, else `booked`.
 */
export function attendedState({ sessions, least, present, absent, hasPassed }: Attendance): AttendedState {
  const needed = Math.min(least ?? sessions, sessions)
  if (sessions - absent < needed) return 'missed'
  return hasPassed && present >= needed ? 'attended' : 'booked'
}

/** For so many days a mark can be taken back. */
export const undoDays = 7
/** For so many days after a date its trainer sees who came. */
export const listDays = 14
/** For so many hours after a date its link opens the list without sign-in. */
const linkHours = 24

/** Whether the link of a date still opens its list. @param untilDateTime wall clock of the zone */
export function isLinkOpen(
  { untilDateTime }: { untilDateTime: string },
  { now, zone }: { now: Date; zone: string },
): boolean {
  return now <= addMinutes(instantOf(untilDateTime, zone), linkHours * 60)
}
