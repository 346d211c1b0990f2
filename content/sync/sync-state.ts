import { createHash } from 'node:crypto'
import { z } from 'zod'

/** Checksums of both sides after the last push or pull: `here` of the file, `there` of the space. */
const SyncRecord = z.object({
  here: z.string(),
  /** null while a push writes it, and after a push that was interrupted. */
  there: z.string().nullable(),
})
export type SyncRecord = z.infer<typeof SyncRecord>

const kinds = {
  /** By the uuid in the file. `path` is the story's address in the space. */
  stories: z.record(z.string(), SyncRecord.extend({ id: z.number(), uuid: z.string(), path: z.string() })),
  /** By the name below `assets/`; `details` are the texts and folder that both sides had. */
  assets: z.record(z.string(), SyncRecord.extend({ id: z.number(), details: z.string().nullable() })),
  /** By path. */
  folders: z.record(z.string(), SyncRecord.extend({ id: z.number() })),
  blocks: z.record(z.string(), SyncRecord),
  datasources: z.record(z.string(), SyncRecord),
}
export type Kind = keyof typeof kinds

/**
 * `content/storyblok.json`: the id that the space assigned to each story, folder and asset, and the state at which both
 * sides were equal. It tells which side changed since, and whether a missing story was deleted or never sent.
 */
export const SyncState = z.object({ space: z.string(), ...kinds })
export type SyncState = z.infer<typeof SyncState>

/** Returns the state before the first push or pull with a space. */
export function emptySyncState(space: string): SyncState {
  return { space, stories: {}, assets: {}, folders: {}, blocks: {}, datasources: {} }
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
