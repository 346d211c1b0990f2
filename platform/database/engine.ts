import { setFlagsFromString } from 'node:v8'
import { PGlite } from '@electric-sql/pglite'
import { btree_gist } from '@electric-sql/pglite/contrib/btree_gist'
import { DurableNodeFS, durableStartParams, type Fsync } from './files.ts'
import { templateTar } from './template.ts'

// V8 would compile PostgreSQL's hottest functions a second time, better: measured, that takes 600 MB for a moment, and a
// large report needs 2/3 of the time after it. A first start on a machine with 1 GB needs the memory.
for (const flag of ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'])
  setFlagsFromString(flag)

/** Less than PostgreSQL's 128 MB: saves 115 MB of a small machine's memory; the kernel caches the files anyway. */
const memory = ['-c', 'shared_buffers=16MB']

/** PGlite on an existing folder, durable. @param fsync replaced only by the model of a power cut */
export function openFolder(folder: string, fsync?: Fsync): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFS(folder, fsync),
    extensions: { btree_gist },
    startParams: [...durableStartParams(PGlite.defaultStartParams), ...memory],
  })
}

/** PGlite in memory, from the template: for tests and for generating types. */
export function openMemory(): Promise<PGlite> {
  return PGlite.create({
    extensions: { btree_gist },
    loadDataDir: new Blob([templateTar()]),
    startParams: [...PGlite.defaultStartParams, ...memory],
  })
}

/**
 * Calls `onTrap` when the WebAssembly code is torn out of the middle of its work. PGlite swallows such an error and goes
 * on with a broken instance that "stores" without storing, so the process has to end instead.
 */
export function watchForTraps(pglite: PGlite, onTrap: (error: Error) => void): void {
  const module = pglite.Module
  const run = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      run()
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError || error instanceof RangeError) onTrap(error)
      throw error
    }
  }
}
