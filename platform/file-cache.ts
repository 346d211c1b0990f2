import { createHash } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** What is kept under a key; `head` is one line, `at` epoch milliseconds. */
export interface KeptFile {
  head: string
  body: Uint8Array<ArrayBuffer>
  at: number
}

interface KeptFilesOptions {
  folder: string
  mostFiles?: number
  mostBytes?: number
  warn: (details: { message: string; cause: unknown }) => void
}

const ownName = /^[0-9a-f]{64}$/
const ownDraft = /^[0-9a-f]{64}\.\d+\.tmp$/

/**
 * A bounded store of small bodies that outlives the process: everything is read from memory, the folder is read once
 * (at the first use) and written behind. What was used longest ago goes first; after a restart, what was set first.
 * A file names itself by the hash of its key and carries a checksum; what does not fit is taken for lost.
 * Neither method throws: a folder that can't be written costs a warning, and what is kept ends with the process.
 */
export function openKeptFiles(options: KeptFilesOptions) {
  const { folder, mostFiles = 2000, mostBytes = 32 * 1024 * 1024, warn } = options
  /** In order of use, the latest last. */
  const files = new Map<string, KeptFile>()
  const onDisk = new Map<string, KeptFile>()
  const waiting = new Set<string>()
  let bytes = 0
  let loading: Promise<void> | null = null
  let writing: Promise<void> | null = null
  let isFailing = false
  const loaded = () => (loading ??= load().catch(failed))

  function put(name: string, file: KeptFile): void {
    drop(name)
    files.set(name, file)
    bytes += file.body.length
    for (const oldest of files.keys()) {
      if (files.size <= mostFiles && bytes <= mostBytes) break
      drop(oldest)
      waiting.add(oldest)
    }
  }

  function drop(name: string): void {
    bytes -= files.get(name)?.body.length ?? 0
    files.delete(name)
  }

  async function load(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const found: { name: string; file: KeptFile }[] = []
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(folder, entry.name)
      const file = ownName.test(entry.name) ? await readKept(path, entry.name, mostBytes) : null
      if (file) found.push({ name: entry.name, file })
      // Files of others are left alone; own ones that are broken or half written would never be counted.
      else if (ownName.test(entry.name) || ownDraft.test(entry.name)) await rm(path, { force: true })
    }
    found.sort((one, other) => one.file.at - other.file.at)
    for (const { name, file } of found) {
      onDisk.set(name, file)
      put(name, file)
    }
    writeBehind()
  }

  function writeBehind(): void {
    if (waiting.size > 0) writing ??= writeWaiting()
  }

  async function writeWaiting(): Promise<void> {
    for (const name of waiting) {
      waiting.delete(name)
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
    if (!isFailing) warn({ message: 'Answers are kept in memory only: the folder fails', cause })
    isFailing = true
    // A file that was not written or is gone is written whole the next time.
    onDisk.clear()
  }

  return {
    async get(key: string): Promise<KeptFile | null> {
      await loaded()
      const name = sha256(key)
      const file = files.get(name)
      if (!file) return null
      files.delete(name)
      files.set(name, file)
      return file
    },
    /** Counts at once; the disk follows. A body above a tenth of the store is not kept. */
    async set(key: string, file: KeptFile): Promise<void> {
      await loaded()
      if (file.body.length > mostBytes / 10) return
      const name = sha256(key)
      put(name, file)
      waiting.add(name)
      writeBehind()
    },
    /** Resolves when the disk has everything. */
    async close(): Promise<void> {
      await loading
      await writing
    },
  }
}

/** A kill at any moment leaves the old file or the new one. */
async function replace(path: string, name: string, file: KeptFile): Promise<void> {
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

async function readKept(path: string, name: string, mostBytes: number): Promise<KeptFile | null> {
  const { size, mtimeMs } = await stat(path)
  if (size > mostBytes) return null
  const content = await readFile(path)
  const endOfSum = content.indexOf('\n')
  const endOfHead = content.indexOf('\n', endOfSum + 1)
  if (endOfSum < 0 || endOfHead < 0) return null
  const file = {
    head: content.toString('utf8', endOfSum + 1, endOfHead),
    // A copy: a slice would hold on to the pool that small reads share.
    body: new Uint8Array(content.subarray(endOfHead + 1)),
    at: Math.round(mtimeMs),
  }
  return content.toString('utf8', 0, endOfSum) === checksum(name, file) ? file : null
}

function checksum(name: string, { head, body }: KeptFile): string {
  return createHash('sha256').update(`${name}\n${head}\n`).update(body).digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function isSame(one: KeptFile, other: KeptFile): boolean {
  return one.head === other.head && Buffer.compare(one.body, other.body) === 0
}
