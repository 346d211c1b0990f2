import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

/** The floor: `node bench/bare-server.ts <port> <file>` sends the file's bytes for every request. */
const [port, file = ''] = process.argv.slice(2)
const body = readFileSync(file)

createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
  response.end(body)
}).listen(Number(port), '127.0.0.1')
