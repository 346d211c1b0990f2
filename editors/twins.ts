import { z } from 'zod'

const StoryTwin = z.object({
  id: z.number(),
  uuid: z.string(),
  /** When the space's side was changed last, as of the last push or pull. */
  updated_at: z.string().nullable(),
  /** Of the file, as of then. */
  sha256: z.string(),
})
const AssetTwin = z.object({ id: z.number(), updated_at: z.string().nullable(), sha256: z.string() })

const TwinsFile = z.object({
  space: z.string(),
  /** By the uuid in our file. */
  stories: z.record(z.string(), StoryTwin),
  /** By the name below `assets/`. */
  assets: z.record(z.string(), AssetTwin),
})

/**
 * `content/storyblok.json`: which story and asset of the space each file is, since a space gives its own ids. It also
 * tells a file that was renamed or deleted there from one that was never there, and who changed what since.
 */
export type Twins = z.infer<typeof TwinsFile>

/** What is known of this space; nothing when the file is of another one. */
export function readTwins(text: string | null, space: string): Twins {
  const known = text === null ? null : TwinsFile.parse(JSON.parse(text))
  return known?.space === space ? known : { space, stories: {}, assets: {} }
}
