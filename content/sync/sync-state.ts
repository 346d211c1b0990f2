import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Checksums of both sides after the last push or pull: `here` of the file, `there` of the space. */
const SyncRecord = z.object({
  here: z.string(),
  /** null while a push writes it, and after a push that was interrupted. */
  there: z.string().nullable(),
})
export type SyncRecord = z.infer<typeof SyncRecord>

const SyncStateFile = z.object({
  space: z.string(),
  /** By the uuid in the file. `path` is the story's address in the space. */
  stories: z.record(z.string(), SyncRecord.extend({ id: z.number(), uuid: z.string(), path: z.string() })),
  /** By the name below `assets/`; `details` are the texts and folder that both sides had. */
  assets: z.record(z.string(), SyncRecord.extend({ id: z.number(), details: z.string().nullable() })),
  /** By path. */
  folders: z.record(z.string(), SyncRecord.extend({ id: z.number() })),
  blocks: z.record(z.string(), SyncRecord),
  datasources: z.record(z.string(), SyncRecord),
})

/**
 * `content/storyblok.json`: the id that the space assigned to each story, folder and asset, and the state at which both
 * sides were equal. It tells which side changed since, and whether a missing story was deleted or never sent.
 */
export type SyncState = z.infer<typeof SyncStateFile>

/** Reads the state of a space; it is empty when the file belongs to another space. */
export function readSyncState(text: string | null, space: string): SyncState {
  const known = text === null ? null : SyncStateFile.parse(JSON.parse(text))
  return known?.space === space
    ? known
    : { space, stories: {}, assets: {}, folders: {}, blocks: {}, datasources: {} }
}

/** Whether there was no push or pull yet. Then the side that the command names wins. */
export function isFirstSync({ stories, assets, folders, blocks, datasources }: SyncState): boolean {
  return [stories, assets, folders, blocks, datasources].every((part) => Object.keys(part).length === 0)
}

/** Whether the space still has what the record says, so that a push overwrites no editor's work. */
export function isSpaceUnchanged(record: SyncRecord | undefined, there: string, isFirst: boolean): boolean {
  if (!record) return isFirst
  return record.there === null || record.there === there
}

/**
 * Decides about a difference in a pull: `take` the space's side, `keep` the file because only the file changed, or
 * report a `conflict` because both changed.
 */
export function pullVerdict(
  record: SyncRecord | undefined,
  now: SyncRecord,
  { force, isFirst }: { force: boolean; isFirst: boolean },
): 'take' | 'keep' | 'conflict' {
  if (force || (!record && isFirst) || record?.here === now.here) return 'take'
  return record?.there === now.there ? 'keep' : 'conflict'
}

/** Returns a checksum that ignores the order of keys. */
export function checksum(value: unknown): string {
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  )
  return createHash('sha256').update(text).digest('hex')
}
