import type { Management } from '../../clients/storyblok/management.ts'
import type { Json } from './json.ts'

/** Returns a management client that reads the space and only simulates writes; created items get negative ids. */
export function simulateWrites(management: Management): Management {
  const created = new Map<number, never>()
  const made = (item: Json) => {
    const id = -1 - created.size
    const thing = { full_slug: '', uuid: `new ${id}`, ...item, id } as never
    created.set(id, thing)
    return thing
  }
  const nothing = () => Promise.resolve()
  return {
    ...management,
    create: async (_, item) => made(item),
    update: () => Promise.resolve(null),
    story: async (id) => created.get(id) ?? management.story(id),
    unpublishStory: nothing,
    upload: async ({ name }) => made({ filename: name }),
    updateAsset: nothing,
  }
}
