import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

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
