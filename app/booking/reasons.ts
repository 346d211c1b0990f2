import type { MessageKey } from '../i18n/messages.ts'

/** Texts of the refusal codes of the booking rules, without their limits. */
export const reasonKeys: Record<string, MessageKey> = {
  overlap: 'booking_reason_overlap',
  windowMin: 'booking_reason_window_min',
  lockIn: 'booking_reason_lock_in',
  windowMax: 'booking_reason_window_max',
  openingHours: 'booking_reason_opening_hours',
  holiday: 'booking_reason_holiday',
  bookingState: 'booking_reason_state',
  slotGrid: 'booking_reason_slot_grid',
  noPackage: 'booking_reason_package',
  noPermission: 'booking_reason_training',
  memberDay: 'booking_reason_member_day',
  memberWeek: 'booking_reason_member_week',
  prepaidBalance: 'booking_reason_balance',
}
