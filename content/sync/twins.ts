import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Both sides of a thing as of the last push or pull, as checksums. */
const Memory = z.object({
  here: z.string(),
  /** null: a push began to write it and was not heard of again. */
  there: z.string().nullable(),
})
export type Memory = z.infer<typeof Memory>

const TwinsFile = z.object({
  space: z.string(),
  /** By the uuid in our file. `path` is the story's address there. */
  stories: z.record(z.string(), Memory.extend({ id: z.number(), uuid: z.string(), path: z.string() })),
  /** By the name below `assets/`; `details` are the texts and folder that both sides had. */
  assets: z.record(z.string(), Memory.extend({ id: z.number(), details: z.string().nullable() })),
  /** By path. */
  folders: z.record(z.string(), Memory.extend({ id: z.number() })),
  blocks: z.record(z.string(), Memory),
  datasources: z.record(z.string(), Memory),
})

/**
 * `content/storyblok.json`: which story, folder and asset of the space each of ours is, since a space gives its own ids,
 * and how both sides were when they were the same. It tells a file that was renamed or deleted there from one that was
 * never there, and who changed what since.
 */
export type Twins = z.infer<typeof TwinsFile>

/** What is known of this space; nothing when the file is of another one. */
export function readTwins(text: string | null, space: string): Twins {
  const known = text === null ? null : TwinsFile.parse(JSON.parse(text))
  return known?.space === space
    ? known
    : { space, stories: {}, assets: {}, folders: {}, blocks: {}, datasources: {} }
}

/** The two sides never met: then the one that the command names wins. */
export function isFirstMeeting({ stories, assets, folders, blocks, datasources }: Twins): boolean {
  return [stories, assets, folders, blocks, datasources].every((part) => Object.keys(part).length === 0)
}

/** Whether a push may write over the space's side, given what is remembered and how it is now. */
export function mayWriteThere(memory: Memory | undefined, there: string, isFirst: boolean): boolean {
  if (!memory) return isFirst
  return memory.there === null || memory.there === there
}

/**
 * What a pull does where the sides differ: takes the space's, keeps ours because only we changed it, or neither because
 * both did.
 */
export function pullVerdict(
  memory: Memory | undefined,
  now: Memory,
  { force, isFirst }: { force: boolean; isFirst: boolean },
): 'take' | 'keep' | 'conflict' {
  if (force || (!memory && isFirst) || memory?.here === now.here) return 'take'
  return memory?.there === now.there ? 'keep' : 'conflict'
}

/** A checksum that does not depend on the order of keys. */
export function checksum(value: unknown): string {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
  return createHash('sha256').update(text).digest('hex')
}
