import type { Management } from '../clients/storyblok-management.ts'
import type { Json } from './json.ts'

/** A space that is read as it is and written to in pretence: what would be made gets an id that no space gives. */
export function rehearsal(management: Management): Management {
  let next = 0
  const made = (item: Json) => {
    next -= 1
    return { full_slug: '', uuid: `new ${next}`, ...item, id: next } as never
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
    updateStory: nothing,
    unpublishStory: nothing,
    upload: async ({ name }) => made({ filename: name }),
  }
}
