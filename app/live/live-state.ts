import type { Booking } from '../../contracts/booking.ts'
import type { Equipment } from '../../contracts/equipment.ts'
import type { LiveEquipment } from '../../contracts/live.ts'

/** Returns the present state of equipment. @param running the booking that holds its time now */
export function liveState(
  equipment: Equipment,
  running: Booking | undefined,
): Exclude<LiveEquipment['state'], 'closed'> {
  if (equipment.state !== 'active') return 'outOfOrder'
  if (equipment.offline) return 'offline'
  if (equipment.inUse) return 'inUse'
  return running ? 'booked' : 'free'
}
