import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/*
 * The bare server beside rendering: `node bench/bare-render.ts <port>` renders the tree of the machines overview (the
 * product's own frame, blocks and content) with `renderToString` for every request: no loaders, no data script, no policy,
 * no log.
 */
const [port] = process.argv.slice(2)
process.env['NODE_ENV'] = 'production'
const outDir = '.test/bare'
await build({
  configFile: false,
  logLevel: 'error',
  build: { ssr: 'bench/bare-tree.tsx', outDir, rollupOptions: { output: { entryFileNames: 'tree.mjs' } } },
})
const { bareTree } = (await import(pathToFileURL(`${outDir}/tree.mjs`).href)) as {
  bareTree(): Promise<{ render(): string }>
}
const { render } = await bareTree()

createServer((_, response) => {
  const body = Buffer.from(`<!DOCTYPE html>${render()}`)
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
  response.end(body)
}).listen(Number(port), '127.0.0.1')
