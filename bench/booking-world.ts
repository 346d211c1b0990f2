import { startPostgres } from '../platform/database/postgres-server.fixture.ts'
import { audience, startIssuer } from './issuer.ts'
import type { OnEnd } from './measurement.ts'
import { type MeasuredProcess, startProduct, temporaryFolder } from './process.ts'
import { createWorkshop, members } from './workshop.ts'

const port = 4876

/** The built product on a PostgreSQL of its own, with a workshop in it. */
export interface BookingWorld {
  databaseUrl: string
  url: string
  product(): MeasuredProcess
  /** Returns the access token of a member by id. */
  tokenOf(member: number): string
  /** Starts a new process on the same data, with nothing in memory. */
  restart(): Promise<void>
}

/** @throws Error that says which PostgreSQL was tried when none starts */
export async function startBookingWorld(onEnd: OnEnd): Promise<BookingWorld> {
  // Durable, as in production.
  const server = await startPostgres({ shared_buffers: '256MB' })
  onEnd(server.stop)
  console.log(`Bookings are measured on ${server.version}`)
  const issuer = await startIssuer()
  onEnd(issuer.stop)
  await createWorkshop(server.url)
  const tokens = await Promise.all(Array.from({ length: members }, (_, index) => issuer.token(index + 1)))
  const dataDir = temporaryFolder(onEnd)
  const start = () =>
    startProduct(onEnd, {
      port,
      dataDir,
      path: '/health',
      env: {
        DATABASE_URL: server.url,
        DEMO: '0',
        IDENTITY_DOMAIN: issuer.origin,
        IDENTITY_CLIENT_ID: 'bench',
        IDENTITY_AUDIENCE: audience,
      },
    })
  let product = await start()
  return {
    databaseUrl: server.url,
    url: `http://localhost:${port}`,
    product: () => product,
    tokenOf: (member) => tokens[member - 1] ?? '',
    async restart() {
      await product.stop()
      product = await start()
    },
  }
}
