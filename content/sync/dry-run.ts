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
    createComponent: async (component) => made(component),
    updateComponent: nothing,
    createDatasource: async (datasource) => made({ ...datasource, dimensions: [] }),
    updateDatasource: nothing,
    createEntry: async (entry) => made(entry),
    updateEntry: nothing,
    createStory: async (story) => made(story),
    story: async (id) => created.get(id) ?? management.story(id),
    updateStory: () => Promise.resolve(null),
    unpublishStory: nothing,
    upload: async ({ name }) => made({ filename: name }),
    updateAsset: nothing,
    createAssetFolder: async (folder) => made({ ...folder }),
  }
}
