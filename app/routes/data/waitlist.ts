import { dataApi } from '../../../contracts/http/data.ts'
import { toLocal } from '../../../rules/time.ts'
import { dataLoader, readOnly } from '../../live/data-route.ts'
import { equipmentNames } from '../../live/equipment-names.ts'
import { zonesOf } from '../../live/zones.ts'

export const loader = dataLoader(dataApi.waitlist, async ({ services, memberId, locale }) => {
  const { connector, now } = services
  const [entries, spaces, equipment, names] = await Promise.all([
    connector.waitlist({ member: memberId }).catch(nullIfNotSupported),
    connector.spaces(),
    connector.equipment(),
    equipmentNames(services, locale),
  ])
  if (!entries) return null
  const zoneOf = zonesOf(spaces, equipment)
  return entries
    .flatMap(({ resource, state, offeredUntil, id, fromDateTime, untilDateTime, booking }) => {
      if (state !== 'waiting' && state !== 'offered') return []
      const item = equipment.find(({ id }) => id === resource)
      const zone = zoneOf(resource)
      if (untilDateTime <= toLocal(now(), zone)) return []
      const name = names.get(resource) ?? item?.displayTitle ?? item?.name ?? ''
      const until = offeredUntil && toLocal(new Date(offeredUntil), zone)
      const times = { fromDateTime, untilDateTime }
      return [{ id, ...times, booking, state, resource: { id: resource, name }, offeredUntil: until }]
    })
    .toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
})

export const action = readOnly

/** By status: the site and its services are bundled apart. */
function nullIfNotSupported(error: unknown): null {
  if ((error as { status?: unknown } | null)?.status === 501) return null
  throw error
}
