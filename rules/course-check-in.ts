import { addMinutes, instantOf } from './time.ts'

/** Before a session begins, people are marked and check themselves in so many minutes early. */
export const earlyMinutes = 60

interface Session {
  fromDateTime: string
  untilDateTime: string
}

/** Whether somebody can be there already. */
export function mayMark({ fromDateTime }: Session, now: Date, zone: string): boolean {
  return now >= addMinutes(instantOf(fromDateTime, zone), -earlyMinutes)
}

/** Returns the session for which people check in now: the one that runs, or begins soon. @param sessions in order */
export function sessionToCheckIn<Known extends Session>(
  sessions: Known[],
  now: Date,
  zone: string,
): Known | null {
  const open = sessions.filter(
    (each) => mayMark(each, now, zone) && now < instantOf(each.untilDateTime, zone),
  )
  return open[0] ?? null
}

const minuteMs = 60_000

/** Minutes since 1970 whose code counts now: this one, and the one before for people who type slowly. */
export function codeMinutes(now: Date): [current: number, previous: number] {
  const current = Math.floor(now.getTime() / minuteMs)
  return [current, current - 1]
}

/** Returns after how many seconds the next code is shown. */
export function secondsOfCode(now: Date): number {
  return Math.ceil((minuteMs - (now.getTime() % minuteMs)) / 1000)
}
