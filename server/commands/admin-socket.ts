import { chmodSync, rmSync } from 'node:fs'
import { createServer, request } from 'node:http'
import { join } from 'node:path'

/** The output of a command and whether it worked. */
export interface CommandResult {
  output: string
  ok: boolean
  /** To be written where the command was called: the server has another folder, and maybe another owner. */
  file?: { path: string; text: string; encoding?: 'utf8' | 'latin1' }
}

const socketOf = (dataDir: string) => join(dataDir, 'werkbank.sock')

/**
 * Runs commands for `npm run werkbank` while this process holds the data folder (K26).
 * Only the owner of the folder can reach the socket (mode 0600).
 */
export async function serveCommands(dataDir: string, run: (args: string[]) => Promise<CommandResult>) {
  const path = socketOf(dataDir)
  rmSync(path, { force: true })
  const server = createServer((incoming, outgoing) => {
    void readJson<string[]>(incoming)
      .then(run)
      .then((result) => outgoing.end(JSON.stringify(result)))
      .catch(() => outgoing.destroy())
  })
  // The mask makes the socket private from its first moment.
  const mask = process.umask(0o177)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  }).finally(() => process.umask(mask))
  chmodSync(path, 0o600)
  return {
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Lets the server that holds the folder run a command; null when no server answers there. */
export function askServer(dataDir: string, args: string[]): Promise<CommandResult | null> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath: socketOf(dataDir), method: 'POST' }, (response) => {
      readJson<CommandResult>(response).then(resolve, reject)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(null)
      else reject(error)
    })
    asked.end(JSON.stringify(args))
  })
}

async function readJson<T>(stream: AsyncIterable<unknown>): Promise<T> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString()) as T
}
