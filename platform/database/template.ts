import {
  closeSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import type { Fsync } from './files.ts'

const blockBytes = 512

/** The version of PGlite that is installed; the template carries it in its name, so an upgrade can't use a stale one. */
export function pgliteVersion(): string {
  const entry = fileURLToPath(import.meta.resolve('@electric-sql/pglite'))
  const manifest = readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/** Where the template of the installed PGlite lies. `db/template.ts` makes it. */
export function templatePath(): string {
  return fileURLToPath(new URL(`../../db/template-pglite-${pgliteVersion()}.tar.br`, import.meta.url))
}

/**
 * The empty database as a tar archive: initdb itself would need 1 GB of memory and 3 seconds.
 * @throws Error that says what to run when the installed PGlite has no template
 */
export function templateTar(): Uint8Array<ArrayBuffer> {
  try {
    return new Uint8Array(brotliDecompressSync(readFileSync(templatePath())))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw cause
    throw new Error(`${templatePath()} is missing. Make it: node db/template.ts`, { cause })
  }
}

/** @throws Error when a folder is of another major version of PostgreSQL than the installed PGlite, which then cannot open it */
export function expectSameMajor(folder: string): void {
  const there = readFileSync(join(folder, 'PG_VERSION'), 'utf8').trim()
  const entry = [...readTar(templateTar())].find(({ name }) => /^[./]*PG_VERSION$/.test(name))
  const here = new TextDecoder().decode(entry?.content ?? undefined).trim()
  if (there === here) return
  throw new Error(
    `${folder} is a database of PostgreSQL ${there}, this version of Werkbank brings ${here}. ` +
      'Make a backup with the version that wrote it, and restore that; nothing was changed.',
  )
}

/**
 * Makes `folder` from the template, all or nothing: a temporary folder beside it, everything flushed to the disk, then
 * renamed. A power cut at any point leaves either no folder or a whole one.
 * @param fsync replaced only by the model of a power cut
 */
export function unpackTemplate(folder: string, fsync: Fsync = fsyncSync): void {
  const parent = dirname(folder)
  const temporary = mkdtempSync(join(parent, '.new-database-'))
  try {
    const directories = new Set([temporary])
    const files: string[] = []
    for (const entry of readTar(templateTar())) {
      const path = join(temporary, entry.name)
      const directory = entry.content === null ? path : dirname(path)
      mkdirSync(directory, { recursive: true, mode: 0o700 })
      directories.add(directory)
      if (entry.content === null) continue
      writeFileSync(path, entry.content, { flag: 'wx', mode: 0o600 })
      files.push(path)
    }
    // After the last is written, not after each: the file system then has one journal to flush instead of 400.
    for (const file of files) flush(file, 'r+', fsync)
    for (const directory of directories) flush(directory, 'r', fsync)
    renameSync(temporary, folder)
    flush(parent, 'r', fsync)
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true })
    throw error
  }
}

interface TarEntry {
  name: string
  /** null = a directory. */
  content: Uint8Array | null
}

/** Files and directories of a ustar archive (POSIX.1-1988), as PGlite's own dump writes them. */
function* readTar(tar: Uint8Array): Generator<TarEntry> {
  for (let at = 0; at + blockBytes <= tar.length;) {
    const name = textAt(tar, at, 100)
    if (name === '') return
    const size = Number.parseInt(textAt(tar, at + 124, 12), 8)
    const isDirectory = textAt(tar, at + 156, 1) === '5'
    const start = at + blockBytes
    yield { name, content: isDirectory ? null : tar.subarray(start, start + size) }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}

function textAt(tar: Uint8Array, start: number, length: number): string {
  const field = tar.subarray(start, start + length)
  const end = field.indexOf(0)
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end)).trim()
}

function flush(path: string, flags: 'r' | 'r+', fsync: Fsync): void {
  const descriptor = openSync(path, flags)
  try {
    fsync(descriptor, path)
  } finally {
    closeSync(descriptor)
  }
}
