import type { WeekSlot } from '../../contracts/live.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import type { Locale } from '../i18n/locale.ts'
import type { Translate } from '../i18n/messages.ts'
import { reasonKeys } from './reasons.ts'

/** Returns the state of a slot in words, "belegt (Mia K.)", and why it cannot be booked, '' where the state says it. */
export function slotWords(slot: WeekSlot, chosen: boolean, t: Translate): { state: string; reason: string } {
  const word = chosen
    ? t('booking_slot_chosen')
    : slot.offeredUntil
      ? t('booking_slot_offered', { until: clockTime(slot.offeredUntil) })
      : t(slot.waits ? 'booking_slot_waits' : `booking_slot_${slot.state}`)
  const code = slot.codes.find((each) => each !== 'overlap' || slot.state === 'refused')
  return {
    state: slot.who ? t('booking_slot_who', { state: word, who: slot.who }) : word,
    reason: slot.repeated
      ? t('booking_reason_repeated')
      : code && reasonKeys[code]
        ? t(reasonKeys[code])
        : '',
  }
}

/** "Dienstag, 24. November, 9:00 bis 9:30 Uhr, nicht buchbar: liegt in der Vergangenheit" */
export function slotLabel(slot: WeekSlot, chosen: boolean, locale: Locale, t: Translate): string {
  const { state, reason } = slotWords(slot, chosen, t)
  return t(reason ? 'booking_slot_label_reason' : 'booking_slot_label', {
    day: longDay(slot.from, locale),
    from: clockTime(slot.from),
    until: clockTime(slot.until),
    state,
    reason,
  })
}

/** Returns the words in the block of an own booking, or of an offer until when it is held. */
export function ownBlockWords({ offeredUntil }: WeekSlot, t: Translate): string {
  return offeredUntil
    ? t('booking_block_offered', { until: clockTime(offeredUntil) })
    : t('booking_block_own')
}
