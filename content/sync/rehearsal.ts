import type { Management } from '../../clients/storyblok/management.ts'
import type { Json } from './json.ts'

/** A space that is read as it is and written to in pretence: what would be made gets an id that no space gives. */
export function rehearsal(management: Management): Management {
  const pretended = new Map<number, never>()
  const made = (item: Json) => {
    const id = -1 - pretended.size
    const thing = { full_slug: '', uuid: `new ${id}`, ...item, id } as never
    pretended.set(id, thing)
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
    story: async (id) => pretended.get(id) ?? management.story(id),
    updateStory: () => Promise.resolve(null),
    unpublishStory: nothing,
    upload: async ({ name }) => made({ filename: name }),
    updateAsset: nothing,
    createAssetFolder: async (folder) => made({ ...folder }),
  }
}
