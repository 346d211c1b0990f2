import type { Management } from '../../clients/storyblok/management.ts'
import type { ContentFolder } from './folder.ts'
import { printed, same } from './json.ts'
import type { Report } from './report.ts'
import type { Kind, SyncRecord, SyncState } from './sync-state.ts'

/** One push or pull: both sides, and what it did so far. */
export interface Sync {
  local: ContentFolder
  management: Management
  report: Report
  /** Overwrites what the other side changed since the last push or pull. */
  force: boolean
  /** The files that a pull writes, by path below the content folder; null removes. */
  files: Map<string, Buffer | string | null>
  /** Writes `storyblok.json` during a push, so that the next push knows about an interrupted one. */
  save(): void
}

/**
 * Whether a push may overwrite the space's side: only when no editor changed it since, or with `--force`. Reports it
 * otherwise.
 * @param what the thing in the report, as `story home`
 */
export function mayWrite(
  { local, report, force }: Sync,
  what: string,
  record: SyncRecord | undefined,
  there: string,
  hint = '',
): boolean {
  const isUnchanged = record ? record.there === null || record.there === there : local.isFirst
  if (force || isUnchanged) return true
  report.refused(
    `${what} was changed in Storyblok since the last push or pull${hint}: pull it first, or push with --force`,
  )
  return false
}

/**
 * Whether a pull takes the space's side of a difference. Reports it when only the file changed, which then stays, or both
 * sides, which is a conflict.
 */
export function mayTake(
  { local, report, force }: Sync,
  what: string,
  record: SyncRecord | undefined,
  now: { here: string; there: string },
  isFirst = local.isFirst,
): boolean {
  if (force || (!record && isFirst) || record?.here === now.here) return true
  if (record?.there === now.there) report.alone(`${what} was changed only here: push it`)
  else {
    report.refused(
      `${what} was changed here and in Storyblok: undo one of both, or pull with --force to take theirs`,
    )
  }
  return false
}

/** Records that a push writes a thing. While `there` is null, before the end, the file counts as not pushed. */
export function recordProgress<K extends Kind>(
  { local, save }: Sync,
  kind: K,
  key: string,
  ids: Omit<SyncState[K][string], 'here' | 'there'>,
  there: string | null = null,
): void {
  const records: Record<string, SyncRecord> = local.syncState[kind]
  records[key] = { ...ids, here: records[key]?.here ?? '', there }
  save()
}

/** A list in one file that holds what differs from our other files: `folders.json`, `schema/components.json`. */
interface ListFile<Entry, There> {
  kind: 'blocks' | 'folders'
  title: 'Blocks' | 'Folders'
  what: string
  path: string
  entries: Entry[]
  keyOf: (entry: Entry) => string
  /** Returns the checksum of our side of a thing. */
  hereOf: (key: string) => string
  /** What the space has. `oldKey` is its key here; `theirs` is null when our other files imply all of it. */
  found: { item: There; key: string; oldKey: string; theirs: Entry | null; there: string; isNew: boolean }[]
  /** Records and reports a thing that was taken or is the same. */
  settle: (found: ListFile<Entry, There>['found'][number], old: Entry | undefined, isSame: boolean) => void
}

/** Pulls a list in one file, entry by entry: new entries here wait for a push, those that the space deleted go. */
export function pullListFile<Entry, There>(sync: Sync, list: ListFile<Entry, There>): void {
  const { local, report, files } = sync
  const { kind, title, what, path, entries, keyOf, hereOf, found, settle } = list
  const records: Record<string, SyncRecord> = local.syncState[kind]
  const seen = new Set(found.flatMap(({ key, oldKey }) => [key, oldKey]))
  const result: Entry[] = []
  for (const one of found) {
    const { key, oldKey, theirs, there, isNew } = one
    const old = entries.find((entry) => keyOf(entry) === oldKey)
    const isSame = key === oldKey && same(theirs, old)
    const now = { here: hereOf(oldKey), there }
    const isTaken = isSame || isNew || mayTake(sync, `${what} ${oldKey}`, records[oldKey], now)
    const entry = isTaken ? theirs : old
    if (entry) result.push(entry)
    if (!isTaken) continue
    settle(one, old, isSame)
    if (isSame) report.unchanged(title)
  }
  for (const entry of entries) {
    const key = keyOf(entry)
    if (seen.has(key)) continue
    if (records[key]?.here === hereOf(key)) report.removed(title, key)
    else {
      result.push(entry)
      report.alone(`${what} ${key} is only here`)
    }
    delete records[key]
  }
  result.sort((a, b) => keyOf(a).localeCompare(keyOf(b)))
  if (!same(result, entries)) files.set(path, result.length > 0 ? printed(result, entries) : null)
}
