import { Id } from '../../contracts/booking.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { isAway } from '../live/data-route.ts'
import { equipmentNames, zonesOf } from '../live/directory.ts'
import type { Locale } from '../i18n/locale.ts'

/** The place that a check-in code belongs to. */
export interface Desk {
  equipment: { id: number; name: string }
  /** Now, as wall-clock time of the space. */
  wallClock: string
}

type Services = Pick<SiteServices, 'connector' | 'content' | 'log' | 'now'>

/**
 * Loads the page of a check-in code; null for unknown equipment. While the workshop system is away the page has no
 * name, because a retry may work.
 */
export async function loadDesk(services: Services, locale: Locale, given: string): Promise<Desk | null> {
  const id = Id.safeParse(given)
  if (!id.success) return null
  const { connector, now } = services
  try {
    const [equipment, spaces, names] = await Promise.all([
      connector.equipmentItem(id.data),
      connector.spaces(),
      equipmentNames(services, locale),
    ])
    if (!equipment?.visibleForMembers) return null
    return {
      equipment: {
        id: equipment.id,
        name: names.get(equipment.id) ?? equipment.displayTitle ?? equipment.name,
      },
      wallClock: toLocal(now(), zonesOf(spaces, [equipment])(equipment.id)),
    }
  } catch (error) {
    if (!isAway(error)) throw error
    return { equipment: { id: id.data, name: '' }, wallClock: toLocal(now(), 'UTC') }
  }
}
