// Makes the empty database that a first start unpacks. Run after every change of the PGlite version:
//   node db/template.ts
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { constants, brotliCompressSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { templatePath } from '../platform/database/template.ts'

const pglite = await PGlite.create({ initDbStartParams: ['--wal-segsize=4'] })
// Nobody creates a second database here, so the two that PostgreSQL copies from are 15 MB of dead weight.
await pglite.exec(`update pg_database set datistemplate = false where datname in ('template0', 'template1')`)
await pglite.exec('drop database template0')
await pglite.exec('drop database template1')
await pglite.exec('vacuum full')
await pglite.exec('vacuum freeze')
await pglite.exec('checkpoint')
await pglite.exec('select pg_switch_wal()')
await pglite.exec('checkpoint')
const dump = await pglite.dumpDataDir('none')
const tar = new Uint8Array(await dump.arrayBuffer())
await pglite.close()

const archive = brotliCompressSync(tar, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    [constants.BROTLI_PARAM_SIZE_HINT]: tar.length,
  },
})
for (const name of readdirSync(import.meta.dirname)) {
  if (/^template-pglite-.*\.tar\.br$/.test(name)) rmSync(`${import.meta.dirname}/${name}`)
}
writeFileSync(templatePath(), archive)
console.log(`${templatePath()}: ${tar.length} bytes packed into ${archive.length}`)
