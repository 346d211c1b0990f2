import type { OwnWaitlistEntry, WeekView } from '../../contracts/live.ts'
import type { Wish } from './booking-request.ts'
import { withOffers } from './offer-slots.ts'

/** Marks the slots of others that only `overlap` refuses: they have a waitlist. */
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

/** Marks what is held for the member; with `canWait` also what they can wait for. */
export function withWaitlist(
  week: WeekView,
  { canWait, entries }: { canWait: boolean; entries: readonly OwnWaitlistEntry[] | null | undefined },
): WeekView {
  const days = week.days.map(({ day, slots }) => ({ day, slots: withOffers(slots, week.resource, entries) }))
  return canWait ? withWaiting({ ...week, days }) : { ...week, days }
}

/**
 * Returns whether the member's own booking blocks a time, here or on other equipment: no waitlist then. Outside the
 * week it is unknown.
 */
export function isOwnTime({ resource, days }: WeekView, wish: Wish): boolean {
  if (wish.equipmentId !== resource) return false
  const slots = days
    .flatMap((day) => day.slots)
    .filter(({ from, until }) => from < wish.untilDateTime && wish.fromDateTime < until)
  if (slots.some(({ state }) => state === 'own')) return true
  // A booking of other equipment leaves this one free for others.
  const isElsewhere = slots.some(({ state, codes }) => state === 'refused' && codes.includes('overlap'))
  return isElsewhere && slots.every(({ state }) => state !== 'taken')
}
