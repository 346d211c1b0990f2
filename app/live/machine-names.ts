import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'

/**
 * What machines are called in a language, by equipment id: the titles of their pages. Workshop management knows one
 * name only; it stands where a machine has no page, or the content service is away.
 */
export async function machineNames(
  { content, log }: Pick<SiteServices, 'content' | 'log'>,
  locale: Locale,
): Promise<ReadonlyMap<number, string>> {
  try {
    const stories = await content.storiesOfType('machine', locale)
    return new Map(
      stories.flatMap(({ content: { resource, title } }) => (resource && title ? [[resource, title]] : [])),
    )
  } catch (error) {
    log.warn({ err: error }, 'machine names could not be read')
    return new Map()
  }
}
