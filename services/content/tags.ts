import { isVisible, type Version } from './delivery.ts'
import type { Library } from './library.ts'

/** `GET cdn/tags`: every tag with the number of its stories. */
export function tags(library: Library, query: { version: Version; starts_with?: string | undefined }) {
  const counts = new Map<string, number>()
  for (const story of library.stories.filter((one) => isVisible(one, query.version))) {
    if (!story.fullSlug.startsWith(query.starts_with ?? '')) continue
    for (const tag of story.file.tag_list) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  }
  const list = [...counts].sort(([a], [b]) => a.localeCompare(b, 'de'))
  return {
    body: { tags: list.map(([name, taggings_count]) => ({ name, taggings_count })) },
    total: list.length,
  }
}
