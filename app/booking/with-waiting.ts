import type { WeekView } from '../../contracts/live.ts'

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
