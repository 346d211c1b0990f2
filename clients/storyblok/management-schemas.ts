import { z } from 'zod'

/*
 * The fields of the Management API's responses that are read; other fields pass through.
 * @see https://www.storyblok.com/docs/api/management
 */

const Dimension = z.looseObject({ id: z.number(), name: z.string(), entry_value: z.string() })
export const SpaceDatasource = z.looseObject({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  dimensions: z.array(Dimension).nullish(),
})
export type SpaceDatasource = z.infer<typeof SpaceDatasource>
export const SpaceEntry = z.looseObject({
  id: z.number(),
  name: z.string(),
  value: z.string().nullish(),
  dimension_value: z.string().nullish(),
})
export type SpaceEntry = z.infer<typeof SpaceEntry>
export const SpaceComponent = z.looseObject({
  id: z.number(),
  name: z.string(),
  schema: z.record(z.string(), z.looseObject({})).nullish(),
})
export type SpaceComponent = z.infer<typeof SpaceComponent>
const SpaceTranslatedSlug = z.looseObject({
  id: z.number(),
  lang: z.string(),
  slug: z.string(),
  name: z.string().nullish(),
})
export const SpaceStory = z.looseObject({
  id: z.number(),
  uuid: z.string(),
  name: z.string(),
  slug: z.string(),
  full_slug: z.string(),
  parent_id: z.number().nullish(),
  is_folder: z.boolean().nullish(),
  is_startpage: z.boolean().nullish(),
  position: z.number().nullish(),
  published: z.boolean().nullish(),
  unpublished_changes: z.boolean().nullish(),
  tag_list: z.array(z.string()).nullish(),
  sort_by_date: z.string().nullish(),
  group_id: z.string().nullish(),
  created_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  published_at: z.string().nullish(),
  first_published_at: z.string().nullish(),
  translated_slugs: z.array(SpaceTranslatedSlug).nullish(),
  /** The "real path" for the Visual Editor. */
  path: z.string().nullish(),
  content: z.record(z.string(), z.unknown()).nullish(),
})
export type SpaceStory = z.infer<typeof SpaceStory>
export const SpaceAsset = z.looseObject({
  id: z.number(),
  filename: z.string(),
  is_private: z.boolean().nullish(),
  deleted_at: z.string().nullish(),
  updated_at: z.string().nullish(),
  asset_folder_id: z.number().nullish(),
  meta_data: z.record(z.string(), z.unknown()).nullish(),
})
export type SpaceAsset = z.infer<typeof SpaceAsset>
export const SpaceAssetFolder = z.looseObject({
  id: z.number(),
  name: z.string(),
  parent_id: z.number().nullish(),
})
export type SpaceAssetFolder = z.infer<typeof SpaceAssetFolder>
/** One asset; older responses wrap it in `asset`. */
export const OneAsset = z.union([
  z.looseObject({ asset: SpaceAsset }).transform(({ asset }) => asset),
  SpaceAsset,
])
export const SignedUpload = z.looseObject({
  id: z.number(),
  post_url: z.url(),
  fields: z.record(z.string(), z.string()),
})
export const StoryVersion = z.looseObject({
  status: z.string().nullish(),
  created_at: z.string().nullish(),
  content: z.record(z.string(), z.unknown()).nullish(),
})
