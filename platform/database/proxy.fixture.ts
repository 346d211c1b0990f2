import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A way to a PostgreSQL server that tests can cut. */
export async function openProxy(databaseUrl: string) {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  /** Chunks that came through, either way: the clock of faults that come at a random moment. */
  let chunks = 0
  let state: 'open' | 'cut' | 'silent' = 'open'
  let onChunk: (chunk: number) => void = () => {}
  const server = createServer((client) => {
    if (state === 'cut') return client.resetAndDestroy()
    const upstream = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one
        .on('error', () => {})
        .on('close', () => {
          sockets.delete(one)
          other.destroy()
        })
      one.on('data', () => onChunk(++chunks))
      one.pipe(other)
      if (state === 'silent') one.unpipe().pause()
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const cut = () => {
    state = 'cut'
    for (const socket of sockets) socket.destroy()
  }
  const freeze = () => {
    for (const socket of sockets) socket.unpipe().pause()
  }
  return {
    url: url.href,
    /** Ends all connections and refuses new ones. */
    cut,
    /** Ends all connections by a TCP reset, in the middle of what they do. */
    reset() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    /** Keeps all connections open, but nothing comes through them any more. */
    freeze,
    /** The same, for new connections as well. */
    silence() {
      state = 'silent'
      freeze()
    },
    /** New connections work again; those that were frozen stay so. */
    mend: () => void (state = 'open'),
    /** @param listener gets the number of each chunk that comes through */
    watch: (listener: (chunk: number) => void) => void (onChunk = listener),
    close() {
      cut()
      server.close()
    },
  }
}
