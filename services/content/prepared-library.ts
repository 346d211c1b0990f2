import { deliver, type DeliveredStory, type Form, isVisible } from './delivery.ts'
import type { Library } from './library.ts'
import type { PlacedStory } from './story-tree.ts'

/** A library with its stories ready to be answered; each form of a story is prepared once. */
export interface Shelf {
  library: Library
  /** The stories that a form may see, in tree order. */
  stories(form: Form): { placed: PlacedStory; story: DeliveredStory }[]
  /** One story by its uuid, in a form; null when there is none to see. */
  byUuid(uuid: string, form: Form): { placed: PlacedStory; story: DeliveredStory } | null
}

/** @param assetBase origin (and path) before `/f/…` in the addresses of assets */
export function createShelf(library: Library, assetBase: string): Shelf {
  // Languages and versions are few and checked, so the prepared forms are bounded by the content itself.
  const prepared = new Map<string, DeliveredStory>()
  const byUuid = new Map(library.stories.map((placed) => [placed.uuid, placed]))
  const inForm = (placed: PlacedStory, form: Form) => {
    const key = [placed.id, form.version, form.language, form.fallback].join(' ')
    const story = prepared.get(key) ?? deliver(library, placed, form, assetBase)
    prepared.set(key, story)
    return { placed, story }
  }
  return {
    library,
    stories: (form) =>
      library.stories
        .filter((placed) => isVisible(placed, form.version))
        .map((placed) => inForm(placed, form)),
    byUuid: (uuid, form) => {
      const placed = byUuid.get(uuid)
      return placed && isVisible(placed, form.version) ? inForm(placed, form) : null
    },
  }
}
