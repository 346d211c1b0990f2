import type { OwnWaitlistEntry, WeekSlot } from '../../contracts/live.ts'

/** Marks the slots that are held for the member as an offer of the waitlist. @param resource id of the equipment */
export function withOffers(
  slots: WeekSlot[],
  resource: number,
  entries: readonly OwnWaitlistEntry[] | null | undefined,
): WeekSlot[] {
  const offers = entries?.filter((entry) => entry.state === 'offered' && entry.resource.id === resource) ?? []
  if (offers.length === 0) return slots
  return slots.map((slot) => {
    const offer = offers.find((each) => each.fromDateTime < slot.until && slot.from < each.untilDateTime)
    return slot.state === 'own' && offer?.offeredUntil ? { ...slot, offeredUntil: offer.offeredUntil } : slot
  })
}
