import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'

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
  const disk = createDisk(folder, maxBytes)
  const unsaved = new Set<string>()
  const files = new LRUCache<string, CachedFile>({
    max: maxFiles,
    maxSize: maxBytes,
    sizeCalculation: ({ body }) => Math.max(1, body.length),
    dispose(_, name, reason) {
      if (reason === 'evict') unsaved.add(name)
    },
  })
  let loading: Promise<void> | null = null
  let writing: Promise<void> | null = null
  let isFailing = false
  const loaded = () => (loading ??= load().catch(failed))

  async function load(): Promise<void> {
    for (const [name, file] of await disk.load()) files.set(name, file)
    saveLater()
  }

  function saveLater(): void {
    if (unsaved.size > 0) writing ??= saveAll()
  }

  async function saveAll(): Promise<void> {
    for (const name of unsaved) {
      unsaved.delete(name)
      await disk.save(name, files.peek(name)).then(() => (isFailing = false), failed)
    }
    writing = null
  }

  function failed(cause: unknown): void {
    if (!isFailing) warn({ message: 'The cache is in memory only: its folder fails', cause })
    isFailing = true
    disk.forget()
  }

  return {
    async get(key: string): Promise<CachedFile | null> {
      await loaded()
      return files.get(sha256(key)) ?? null
    },
    /** Sets an entry in memory at once and on disk later. A body larger than a tenth of the cache is ignored. */
    async set(key: string, file: CachedFile): Promise<void> {
      await loaded()
      if (file.body.length > maxBytes / 10) return
      const name = sha256(key)
      files.set(name, file)
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

/** The folder of the cache, with what is known to be in it. Its methods throw what the file system throws. */
function createDisk(folder: string, maxBytes: number) {
  const known = new Map<string, CachedFile>()
  return {
    /** Reads the files, the oldest first. */
    async load(): Promise<[name: string, file: CachedFile][]> {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      for (const entry of await readdir(folder, { withFileTypes: true })) {
        if (!entry.isFile()) continue
        const { name } = entry
        const path = join(folder, name)
        const file = ownName.test(name) ? await readCached(path, name, maxBytes) : null
        if (file) known.set(name, file)
        // Foreign files stay. Own files that are damaged or half written are removed: no limit would count them.
        else if (ownName.test(name) || ownDraft.test(name)) await rm(path, { force: true })
      }
      return [...known].sort(([, one], [, other]) => one.at - other.at)
    },
    /** Writes a file, or removes it; for an equal one only its time changes. */
    async save(name: string, file: CachedFile | undefined): Promise<void> {
      const path = join(folder, name)
      const last = known.get(name)
      known.delete(name)
      if (!file) return rm(path, { force: true })
      if (last && isSame(last, file)) await utimes(path, file.at / 1000, file.at / 1000)
      else await replace(path, name, file)
      known.set(name, file)
    },
    /** Lets the next save write each file whole, because one may be missing. */
    forget: () => known.clear(),
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
