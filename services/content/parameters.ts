import { z } from 'zod'
import { wrongParameter } from './errors.ts'
import { instantOf } from './filter-query.ts'

const text = z.string().max(2000, 'at most 2000 characters').optional()
const flag = z
  .enum(['0', '1', 'true', 'false'], 'expected 0 or 1')
  .transform((value) => value === '1' || value === 'true')
  .optional()
const list = z
  .string()
  .max(8000)
  .transform((value) =>
    value
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  )
  .optional()
const idList = z
  .string()
  .max(8000)
  .regex(/^\s*\d{1,15}(\s*,\s*\d{1,15})*\s*$/, 'expected ids, separated by commas')
  .transform((value) => value.split(',').map(Number))
  .optional()
const instant = z
  .string()
  .transform((value, context) => {
    const found = instantOf(value)
    if (found === null) context.addIssue('expected a date as YYYY-MM-DD or YYYY-MM-DD HH:mm')
    return found ?? 0
  })
  .optional()
const wholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, 'expected a whole number')
  .transform(Number)
const countFromOne = wholeNumber.refine((value) => value >= 1, 'expected at least 1')

const oneOrTwo = z.enum(['1', '2'], 'expected 1 or 2').optional()

const Version = z.enum(['published', 'draft'], 'expected published or draft').default('published')

/*
 * Parameters that are not listed here are ignored, as at Storyblok, so that a client may send newer ones. `from_release` is
 * one of them: the folder knows no releases, and a release without a version of a story shows the story itself.
 */

/** The form of the requested stories; for one story and for lists. */
export const FormQuery = z.object({
  version: Version,
  language: text,
  fallback_lang: text,
  resolve_links: z.enum(['story', 'url', 'link', '1', '0'], 'expected story, url or link').optional(),
  resolve_links_level: oneOrTwo,
  resolve_relations: list,
  resolve_level: oneOrTwo,
  resolve_assets: flag,
  excluding_fields: list,
  excluding_story_fields: list,
  content_type: text,
})
export type FormQuery = z.infer<typeof FormQuery>

export const StoryQuery = FormQuery.extend({
  find_by: z.enum(['uuid'], 'expected uuid').optional(),
})
export type StoryQuery = z.infer<typeof StoryQuery>

export const dateFields = ['published_at', 'first_published_at', 'updated_at'] as const
export const comparisons = ['gt', 'gte', 'lt', 'lte'] as const
const dateParameters = Object.fromEntries(
  dateFields.flatMap((field) => comparisons.map((comparison) => [`${field}_${comparison}`, instant])),
) as Record<`${(typeof dateFields)[number]}_${(typeof comparisons)[number]}`, typeof instant>

/** `page` and `per_page`; a larger `per_page` counts as `max`, as at Storyblok. */
const pageQuery = (max: number) => ({
  page: countFromOne.default(1),
  per_page: countFromOne.transform((value) => Math.min(value, max)).default(25),
})

export const StoriesQuery = FormQuery.extend({
  ...dateParameters,
  ...pageQuery(100),
  starts_with: text,
  by_slugs: list,
  excluding_slugs: list,
  by_uuids: list,
  by_uuids_ordered: list,
  by_ids: idList,
  excluding_ids: idList,
  level: countFromOne.optional(),
  is_startpage: flag,
  with_tag: list,
  /** The folder knows no workflows: no story is in a stage. */
  in_workflow_stages: idList,
  search_term: text,
  sort_by: text,
})
export type StoriesQuery = z.infer<typeof StoriesQuery>

export const LinksQuery = z.object({
  version: Version,
  starts_with: text,
  with_parent: wholeNumber.optional(),
  by_uuid: list,
  include_dates: flag,
  paginated: flag,
  ...pageQuery(1000),
})
export type LinksQuery = z.infer<typeof LinksQuery>

export const DatasourceEntriesQuery = z.object({ datasource: text, dimension: text, ...pageQuery(1000) })
export type DatasourceEntriesQuery = z.infer<typeof DatasourceEntriesQuery>
export const DatasourcesQuery = z.object({ search: text, ...pageQuery(1000) })
export type DatasourcesQuery = z.infer<typeof DatasourcesQuery>
export const TagsQuery = z.object({ version: Version, starts_with: text })

/**
 * Reads the parameters that a schema names; others are ignored, an empty one counts as absent.
 * @throws ContentError 422 that names the parameter
 */
export function readParameters<T extends z.ZodObject>(query: URLSearchParams, schema: T): z.output<T> {
  const values: Record<string, string> = {}
  for (const name of Object.keys(schema.shape)) {
    const [value, ...more] = query.getAll(name)
    if (more.length > 0) throw wrongParameter(name, 'given more than once')
    if (value) values[name] = value
  }
  const result = schema.safeParse(values)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw wrongParameter(String(issue?.path[0] ?? 'query'), issue?.message ?? 'invalid')
}
