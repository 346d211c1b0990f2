import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** A cache entry; `head` is one line, `at` epoch milliseconds. */
export interface CachedFile {
  head: string
  body: Uint8Array<ArrayBuffer>
  at: number
}

interface FileCacheOptions {
  folder: string
  maxFiles?: number
  maxBytes?: number
  warn: (details: { message: string; cause: unknown }) => void
}

const ownName = /^[0-9a-f]{64}$/
const ownDraft = /^[0-9a-f]{64}\.\d+\.tmp$/

/**
 * A bounded cache of small bodies that outlives the process. Reads come from memory; the folder is read once, at the
 * first use, and written in the background. The least recently used entry is evicted first; after a restart, the oldest.
 * A file is named by the hash of its key and contains a checksum; a damaged file counts as missing.
 * No method throws: a folder that cannot be written costs a warning, and its entries end with the process.
 */
export function openFileCache(options: FileCacheOptions) {
  const { folder, maxFiles = 2000, maxBytes = 32 * 1024 * 1024, warn } = options
  /** In order of use, the most recent last. */
  const files = new Map<string, CachedFile>()
  const onDisk = new Map<string, CachedFile>()
  const unsaved = new Set<string>()
  let bytes = 0
  let loading: Promise<void> | null = null
  let writing: Promise<void> | null = null
  let isFailing = false
  const loaded = () => (loading ??= load().catch(failed))

  function put(name: string, file: CachedFile): void {
    evict(name)
    files.set(name, file)
    bytes += file.body.length
    for (const oldest of files.keys()) {
      if (files.size <= maxFiles && bytes <= maxBytes) break
      evict(oldest)
      unsaved.add(oldest)
    }
  }

  function evict(name: string): void {
    bytes -= files.get(name)?.body.length ?? 0
    files.delete(name)
  }

  async function load(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found: { name: string; file: CachedFile }[] = []
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(folder, entry.name)
      const file = ownName.test(entry.name) ? await readCached(path, entry.name, maxBytes) : null
      if (file) found.push({ name: entry.name, file })
      // Foreign files stay. Own files that are damaged or half written are removed: no limit would count them.
      else if (ownName.test(entry.name) || ownDraft.test(entry.name)) await rm(path, { force: true })
    }
    found.sort((one, other) => one.file.at - other.file.at)
    for (const { name, file } of found) {
      onDisk.set(name, file)
      put(name, file)
    }
    saveLater()
  }

  function saveLater(): void {
    if (unsaved.size > 0) writing ??= saveAll()
  }

  async function saveAll(): Promise<void> {
    for (const name of unsaved) {
      unsaved.delete(name)
      await save(name).then(() => (isFailing = false), failed)
    }
    writing = null
  }

  async function save(name: string): Promise<void> {
    const path = join(folder, name)
    const file = files.get(name)
    if (!file) {
      onDisk.delete(name)
      return rm(path, { force: true })
    }
    const last = onDisk.get(name)
    if (last && isSame(last, file)) await utimes(path, file.at / 1000, file.at / 1000)
    else await replace(path, name, file)
    onDisk.set(name, file)
  }

  function failed(cause: unknown): void {
    if (!isFailing) warn({ message: 'The cache is in memory only: its folder fails', cause })
    isFailing = true
    // The next save writes every file whole, because a file may be missing.
    onDisk.clear()
  }

  return {
    async get(key: string): Promise<CachedFile | null> {
      await loaded()
      const name = sha256(key)
      const file = files.get(name)
      if (!file) return null
      files.delete(name)
      files.set(name, file)
      return file
    },
    /** Sets an entry in memory at once and on disk later. A body larger than a tenth of the cache is ignored. */
    async set(key: string, file: CachedFile): Promise<void> {
      await loaded()
      if (file.body.length > maxBytes / 10) return
      const name = sha256(key)
      put(name, file)
      unsaved.add(name)
      saveLater()
    },
    /** Resolves when everything is on disk. */
    async close(): Promise<void> {
      await loading
      await writing
    },
  }
}

/** Replaces a file; a kill at any moment leaves the old file or the new one. */
async function replace(path: string, name: string, file: CachedFile): Promise<void> {
  const draft = `${path}.${process.pid}.tmp`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${checksum(name, file)}\n${file.head}\n`)
    await handle.writeFile(file.body)
    await handle.utimes(file.at / 1000, file.at / 1000)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}

async function readCached(path: string, name: string, maxBytes: number): Promise<CachedFile | null> {
  const { size, mtimeMs } = await stat(path)
  if (size > maxBytes) return null
  const content = await readFile(path)
  const endOfSum = content.indexOf('\n')
  const endOfHead = content.indexOf('\n', endOfSum + 1)
  if (endOfSum < 0 || endOfHead < 0) return null
  const file = {
    head: content.toString('utf8', endOfSum + 1, endOfHead),
    // Copied, because a slice would hold the pool that small reads share.
    body: new Uint8Array(content.subarray(endOfHead + 1)),
    at: Math.round(mtimeMs),
  }
  return content.toString('utf8', 0, endOfSum) === checksum(name, file) ? file : null
}

function checksum(name: string, { head, body }: CachedFile): string {
  return createHash('sha256').update(`${name}\n${head}\n`).update(body).digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isSame(one: CachedFile, other: CachedFile): boolean {
  return one.head === other.head && Buffer.compare(one.body, other.body) === 0
}
