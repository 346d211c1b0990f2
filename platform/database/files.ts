import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite, PGliteOptions } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/** Makes written data of an open file or directory survive a power cut. `path` is the real path. */
export type Fsync = (descriptor: number, path: string) => void

const wasiIoError = 29

interface Stream {
  nfd?: number
  node: unknown
}

interface NodeFiles {
  realPath(node: unknown): string
  stream_ops: { fsync?: (stream: Stream) => number }
}

type Init = NodeFS['init']

/**
 * PGlite's folder with a real fsync. PGlite itself never calls one (electric-sql/pglite#1107): Emscripten's NODEFS has
 * no such operation, so PostgreSQL's own calls have no effect. A failed fsync is reported as EIO; PostgreSQL then panics,
 * as it must, because the kernel may have dropped the pages.
 */
export class DurableNodeFS extends NodeFS {
  private readonly fsync: Fsync

  constructor(folder: string, fsync: Fsync = fsyncSync) {
    super(folder)
    this.fsync = fsync
  }

  override async init(pg: PGlite, options: Parameters<Init>[1]): ReturnType<Init> {
    const result = await super.init(pg, options)
    const preRun = result.emscriptenOpts.preRun ?? []
    preRun.push((module) => {
      const files = module.NODEFS as unknown as NodeFiles
      files.stream_ops.fsync = (stream) => this.sync(stream, files.realPath(stream.node))
    })
    return { emscriptenOpts: { ...result.emscriptenOpts, preRun } }
  }

  /** NODEFS opens no descriptor for a directory, so that one is opened here. */
  private sync(stream: Stream, path: string): number {
    try {
      if (stream.nfd !== undefined) {
        this.fsync(stream.nfd, path)
        return 0
      }
      const directory = openSync(path, 'r')
      try {
        this.fsync(directory, path)
      } finally {
        closeSync(directory)
      }
      return 0
    } catch {
      return wasiIoError
    }
  }
}

/**
 * How PostgreSQL is started on a folder that must survive a power cut: no `-F`, and the one method that is real. Files of the log
 * are removed and not used again, because they would keep what was deleted.
 */
export function durableStartParams(defaults: readonly string[]): NonNullable<PGliteOptions['startParams']> {
  return [
    ...defaults.filter((parameter) => parameter !== '-F'),
    '-c',
    'wal_sync_method=fsync',
    '-c',
    'wal_recycle=off',
  ]
}
