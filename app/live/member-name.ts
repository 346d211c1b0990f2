import type { Booking } from '../../contracts/booking.ts'

/** Returns who booked as others may see it: "Mia K."; '' where the booking does not say. */
export function memberName({ member }: Pick<Booking, 'member'>): string {
  if (typeof member !== 'object') return ''
  const initial = [...member.lastName][0]
  return [member.firstName, initial && `${initial}.`].filter(Boolean).join(' ')
}
