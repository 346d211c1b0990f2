import type { ConnectorClient } from '../../../clients/connector.ts'
import { dataApi } from '../../../contracts/http/data.ts'
import type { OwnBooking } from '../../../contracts/live.ts'
import { ownBookings } from '../../booking/own-bookings.server.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'
import { equipmentNames } from '../../live/equipment-names.ts'
import { zonesOf } from '../../live/zones.ts'

export const loader = dataLoader(dataApi.bookings, async ({ services, memberId, locale }) => {
  const { connector, now } = services
  const [bookings, offers, spaces, equipment, names] = await Promise.all([
    connector.bookingsOfMember(memberId),
    offersNotTaken(connector, memberId),
    connector.spaces(),
    connector.equipment(),
    equipmentNames(services, locale),
  ])
  const own = ownBookings(
    bookings.filter(({ id }) => !offers.has(id)),
    zonesOf(spaces, equipment),
    now(),
  )
  const costs = await costsOf(connector, own)
  return own.map(({ resource: { id, name }, ...booking }) => ({
    ...booking,
    resource: { id, name: names.get(id) ?? name },
    cost: costs.get(booking.id) ?? null,
  }))
})

export const action = readOnly

/** Ids of bookings that were offered by the waitlist and not accepted: they count as never made. */
async function offersNotTaken(
  connector: Pick<ConnectorClient, 'waitlist'>,
  member: number,
): Promise<Set<number | null>> {
  const entries = await connector.waitlist({ member }).catch(() => [])
  return new Set(
    entries.filter(({ state }) => state === 'left' || state === 'expired').map(({ booking }) => booking),
  )
}

/** Costs of the bookings to come, of as many as one call takes; none when the call fails: the list matters more. */
async function costsOf(connector: Pick<ConnectorClient, 'bookingCosts'>, own: Omit<OwnBooking, 'cost'>[]) {
  const ids = own.filter(({ past }) => !past).map(({ id }) => id)
  const costs = ids.length > 0 ? await connector.bookingCosts({ ids: ids.slice(0, 100) }).catch(() => []) : []
  return new Map(
    costs.map(({ booking, price, freeUntil, onCancelling }) => [booking, { price, freeUntil, onCancelling }]),
  )
}
