import type { AttendanceMark } from '../../../contracts/staff.ts'
import { type AttendedState, attendedState } from '../../../rules/attendance.ts'
import type { Tx } from '../orders/orders.store.ts'
import * as store from './attendance.store.ts'

interface Mark {
  place: number
  session: number
  mark: AttendanceMark
  /** As the trainer signs; null = the person has entered the code. */
  by: string | null
  now: Date
  hasPassed: boolean
}

/** Stores a mark of a place, which is locked. @returns the state that the place has with all its marks */
export async function storeMark(
  tx: Tx,
  { sessions, minSessions }: store.RunDate,
  { place, session, mark, by, now, hasPassed }: Mark,
): Promise<AttendedState> {
  await store.mark(tx, {
    placeId: place,
    sessionId: session,
    state: mark === 'open' ? null : mark === 'absent' ? 'absent' : 'present',
    source: by === null ? 'code' : 'trainer',
    markedBy: by,
    markedAt: now,
  })
  const own = [...(await store.marksOfPlace(tx, place)).values()]
  const next = attendedState({
    sessions: sessions.length,
    least: minSessions,
    present: own.filter((each) => each === 'present').length,
    absent: own.filter((each) => each === 'absent').length,
    hasPassed,
  })
  await store.setState(tx, place, next)
  return next
}
