import type { WeekView } from '../../contracts/live.ts'
import type { Wish } from './booking-request.ts'

/** The week with a mark on what is taken by others and can be waited for: nothing else speaks against it. */
export function withWaiting(week: WeekView): WeekView {
  return {
    ...week,
    days: week.days.map(({ day, slots }) => ({
      day,
      slots: slots.map((slot) => {
        const waits =
          slot.state === 'taken' && !slot.repeated && slot.codes.every((code) => code === 'overlap')
        return waits ? { ...slot, waits } : slot
      }),
    })),
  }
}

/**
 * Whether it is the member's own booking that is in the way of a time, here or at another machine: there is nothing to
 * wait for then. Of a time outside the week nobody knows.
 */
export function isOwnTime({ resource, days }: WeekView, wish: Wish): boolean {
  if (wish.equipmentId !== resource) return false
  const slots = days
    .flatMap((day) => day.slots)
    .filter(({ from, until }) => from < wish.untilDateTime && wish.fromDateTime < until)
  if (slots.some(({ state }) => state === 'own')) return true
  // Their booking of another machine leaves this one free for others.
  const isElsewhere = slots.some(({ state, codes }) => state === 'refused' && codes.includes('overlap'))
  return isElsewhere && slots.every(({ state }) => state !== 'taken')
}
