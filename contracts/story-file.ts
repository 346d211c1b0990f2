import { z } from 'zod'
import { TranslatedSlug } from './story.ts'

/**
 * A story as an editor's file: `content/stories/<full German slug>.json`, in Storyblok's management form.
 *
 * - `slug` is the last part of the path; `id` and `uuid` are unique and never change (links name the uuid).
 * - English texts stand beside the German ones: `title` and `title__i18n__en` (any field, also links and assets).
 * - `translated_slugs` gives the English address as a whole path without `en/`, `{ path: 'equipment/laser-cutter' }`.
 * - `maschinen.json` with `is_startpage: true` is the overview of the folder `maschinen/`.
 * - `published_at: null` keeps a story in draft; `draft_content` is a draft newer than what is published.
 * - Numbers of number fields are strings (`"resource": "1"`), a heading's attributes are `{ "level": 2, "textAlign": null }`.
 * - A picture is `{ fieldtype: 'asset', id, filename: 'laser-cutter.svg', alt, … }`, a file of `content/assets/`.
 * - A link to a page is `{ fieldtype: 'multilink', linktype: 'story', id: <uuid>, url: '', cached_url: <full slug> }`;
 *   to a screen of the site `{ fieldtype: 'multilink', linktype: 'url', id: '', url: '/booking', cached_url: '/booking' }`
 *   with its own `…__i18n__en` naming `/en/booking`.
 */
export const StoryFile = z.object({
  id: z.number().int().positive(),
  uuid: z.uuid(),
  name: z.string().min(1),
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and hyphens'),
  content: z.looseObject({ component: z.string().min(1), _uid: z.string().min(1) }),
  draft_content: z.looseObject({ component: z.string().min(1), _uid: z.string().min(1) }).optional(),
  translated_slugs: z.array(TranslatedSlug).default([]),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime().nullable().default(null),
  published_at: z.iso.datetime().nullable().default(null),
  first_published_at: z.iso.datetime().nullable().default(null),
  sort_by_date: z.iso.date().nullable().default(null),
  tag_list: z.array(z.string()).default([]),
  is_startpage: z.boolean().default(false),
  position: z.number().int().default(0),
  group_id: z.uuid().nullable().default(null),
})
export type StoryFile = z.infer<typeof StoryFile>

/** Returns the path of the folder that a story or folder is in; '' at the top. */
export function parentOf(path: string): string {
  return path.split('/').slice(0, -1).join('/')
}

/** Returns every folder above the paths, parents first. */
export function foldersAbove(paths: string[]): Set<string> {
  const folders = new Set<string>()
  for (const path of paths) {
    for (let folder = parentOf(path); folder; folder = parentOf(folder)) folders.add(folder)
  }
  return new Set([...folders].sort())
}
