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
  const [spaces, equipment, pages] = await Promise.all([
    services.connector.spaces(),
    services.connector.equipment(),
    equipmentPages(services, locale),
  ])
  const titles = titlesOf(pages)
  const nameOf = (id: number): string | undefined => {
    const item = equipment.find((each) => each.id === id)
    return titles.get(id) ?? item?.displayTitle ?? item?.name
  }
  return { spaces, equipment, pages, titles, nameOf, zoneOf: zonesOf(spaces, equipment) }
}

/** The page of a piece of equipment in the content service. */
export interface EquipmentPage {
  title: string
  /** Key of the label group machine-types. */
  type: string
  /** Address of its drawing; '' without one. */
  drawing: string
}

/**
 * Returns the pages of equipment in a language by the equipment's id. Equipment without a page is missing, and all of
 * it while the content service is away; callers then use the one name of the workshop system.
 */
async function equipmentPages(
  { content, log }: Pick<SiteServices, 'content' | 'log'>,
  locale: Locale,
): Promise<ReadonlyMap<number, EquipmentPage>> {
  try {
    const stories = await content.storiesOfType('machine', locale)
    return new Map(
      stories.flatMap(({ content: { resource, title, machine_type: type, drawing } }) =>
        resource ? [[resource, { title, type, drawing: drawing?.filename ?? '' }]] : [],
      ),
    )
  } catch (error) {
    log.warn({ err: error }, 'equipment names could not be read')
    return new Map()
  }
}

/** Returns the names of equipment in a language by id: the titles of its pages. */
export async function equipmentNames(
  services: Pick<SiteServices, 'content' | 'log'>,
  locale: Locale,
): Promise<ReadonlyMap<number, string>> {
  return titlesOf(await equipmentPages(services, locale))
}

function titlesOf(pages: ReadonlyMap<number, EquipmentPage>): ReadonlyMap<number, string> {
  return new Map([...pages].flatMap(([id, { title }]) => (title ? [[id, title]] : [])))
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
