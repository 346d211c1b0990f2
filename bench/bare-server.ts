import { createServer } from 'node:http'

/**
 * The bare server beside the page cache: `node bench/bare-server.ts <port> <url>` reads a page once, then sends its bytes
 * for every request: at `/` with the headers of the page, elsewhere with the two that a browser needs.
 */
const [port, url = ''] = process.argv.slice(2)
const page = await fetch(url, { headers: { 'accept-encoding': 'identity' } })
const body = Buffer.from(await page.arrayBuffer())
const all = Object.fromEntries(page.headers)
// Node sets these itself.
for (const name of ['date', 'connection', 'keep-alive']) delete all[name]
const few = { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length }

createServer((request, response) => {
  response.writeHead(200, request.url === '/' ? all : few)
  response.end(body)
}).listen(Number(port), '127.0.0.1')
