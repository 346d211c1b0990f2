// Takes one person from the sign-up to the training in a process that kills itself (SIGKILL) at one point: right before a statement
// of its database, or before or after a call of another system. Without a point it tells its parent how many there are.
import type { KyselyPlugin } from 'kysely'
import { openDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import type { PaymentProvider } from '../services/backend/payments/provider.ts'
import { dying } from './mortal.fixture.ts'
import { journeyStart, takeJourney } from './place-journey.fixture.ts'
import { processParts } from './process-parts.fixture.ts'

const [databaseUrl = '', dataDir = '', providerUrl = '', email = '', at = ''] = process.argv.slice(2)
const { db, close } = await openDatabase({
  databaseUrl: databaseUrl || null,
  dataDir,
  log: createLog('warn'),
})

let points = 0
const life = {
  point(): void {
    if (++points === Number(at)) process.kill(process.pid, 'SIGKILL')
  },
}
const deadly: KyselyPlugin = {
  transformQuery({ node }) {
    life.point()
    return node
  },
  transformResult: async ({ result }) => result,
}

/** The provider is another process, which goes on. */
async function ask<Answer>(name: string, given: unknown[]): Promise<Answer> {
  const response = await fetch(`${providerUrl}/${name}`, { method: 'POST', body: JSON.stringify(given) })
  const dated = (key: string, value: unknown) =>
    key === 'expiresAt' && typeof value === 'string' ? new Date(value) : value
  return JSON.parse(await response.text(), dated) as Answer
}

const calls = ['checkout', 'observe', 'expire', 'refund'] as const
const remote = Object.fromEntries(
  calls.map((name) => [name, async (...given: unknown[]) => ask(name, given)]),
) as unknown as PaymentProvider
const parts = processParts(db.withPlugin(deadly), null, journeyStart)
await takeJourney(
  { ...parts, connector: dying(parts.connector, life), provider: dying(remote, life) },
  email,
  (buyer) => ask('pay', [buyer]),
)
process.send?.(points)
await close()
process.exit(0)
