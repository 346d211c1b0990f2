import type { Equipment } from '../../contracts/equipment.ts'
import type { Space } from '../../contracts/space.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

/**
 * Loads spaces and equipment, with the name and the time zone of equipment by its id. `nameOf` prefers the title of the
 * equipment's page to the names of the workshop system.
 */
export async function loadDirectory(
  services: Pick<SiteServices, 'connector' | 'content' | 'log'>,
  locale: Locale,
) {
  const [spaces, equipment, titles] = await Promise.all([
    services.connector.spaces(),
    services.connector.equipment(),
    equipmentNames(services, locale),
  ])
  const nameOf = (id: number): string | undefined => {
    const item = equipment.find((each) => each.id === id)
    return titles.get(id) ?? item?.displayTitle ?? item?.name
  }
  return { spaces, equipment, titles, nameOf, zoneOf: zonesOf(spaces, equipment) }
}

/**
 * Returns the names of equipment in a language by id: the titles of its pages. Equipment without a page is missing, and
 * all of it while the content service is away; callers then use the one name of the workshop system.
 */
export async function equipmentNames(
  { content, log }: Pick<SiteServices, 'content' | 'log'>,
  locale: Locale,
): Promise<ReadonlyMap<number, string>> {
  try {
    const stories = await content.storiesOfType('machine', locale)
    return new Map(
      stories.flatMap(({ content: { resource, title } }) => (resource && title ? [[resource, title]] : [])),
    )
  } catch (error) {
    log.warn({ err: error }, 'equipment names could not be read')
    return new Map()
  }
}

/** Returns the time zone (IANA name) by equipment id: that of its space, or of the first space for unknown equipment. */
export function zonesOf(
  spaces: Pick<Space, 'id' | 'timezone'>[],
  equipment: Pick<Equipment, 'id' | 'space'>[],
): (equipmentId: number) => string {
  const zones = new Map(spaces.map(({ id, timezone }) => [id, timezone]))
  const ofEquipment = new Map(equipment.map(({ id, space }) => [id, zones.get(space)]))
  const first = spaces[0]?.timezone ?? 'UTC'
  return (equipmentId) => ofEquipment.get(equipmentId) ?? first
}
