import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '../platform/database/postgres-server.fixture.ts'
import { audience, startIssuer } from './issuer.ts'
import { productArgs, startProcess } from './product.ts'
import { createWorkshop, members } from './workshop.ts'

const port = 4876

/** The built product on a PostgreSQL of its own with a workshop in it, and an access token of each member. */
export interface BookingWorld {
  databaseUrl: string
  url: string
  /** The token of a member by their id. */
  tokenOf(member: number): string
  /** A new process on the same data: nothing is kept in memory. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** @throws Error that says which PostgreSQL was looked for when there is none */
export async function startBookingWorld(): Promise<BookingWorld> {
  // Otherwise as it ships: what is acknowledged is on the disk.
  const server = await startPostgres({ shared_buffers: '256MB' })
  console.log(`Bookings are measured on ${server.version}`)
  const issuer = await startIssuer()
  const folder = mkdtempSync(join(tmpdir(), 'werkbank-bench-'))
  await createWorkshop(server.url)
  const tokens = await Promise.all(Array.from({ length: members }, (_, index) => issuer.token(index + 1)))
  const start = () =>
    startProcess(productArgs, `http://localhost:${port}/health`, {
      PORT: String(port),
      PUBLIC_URL: '',
      DATA_DIR: folder,
      DATABASE_URL: server.url,
      DEMO: '0',
      IDENTITY_DOMAIN: issuer.origin,
      IDENTITY_CLIENT_ID: 'bench',
      IDENTITY_AUDIENCE: audience,
    })
  let product = await start()
  return {
    databaseUrl: server.url,
    url: `http://localhost:${port}`,
    tokenOf: (member) => tokens[member - 1] ?? '',
    async restart() {
      await product.stop()
      product = await start()
    },
    async stop() {
      await product.stop()
      issuer.stop()
      await server.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
