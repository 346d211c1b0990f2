import { idOf } from '../../../contracts/booking.ts'
import { dataApi } from '../../../contracts/http/data.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import { liveEquipment } from '../../booking/live-equipment.server.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'
import { bookingsBetween } from '../../live/days.ts'

export const loader = dataLoader(dataApi.equipment, async ({ services: { connector, now }, locale }) => {
  const spaces = await connector.spaces()
  const lists = await Promise.all(
    spaces.map(async (space) => {
      const today = dayOf(toLocal(now(), space.timezone))
      const equipment = await connector.equipment({ space: space.id })
      const all = await bookingsBetween(connector, `${today}T00:00`, `${addDays(today, 7)}T00:00`)
      const bookingsOf = Map.groupBy(all, ({ resource }) => idOf(resource))
      return equipment
        .filter((item) => item.visibleForMembers)
        .map((item) => {
          const bookings = bookingsOf.get(item.id) ?? []
          return liveEquipment({ equipment: item, space, bookings, now: now(), locale })
        })
    }),
  )
  return lists.flat()
})

export const action = readOnly
