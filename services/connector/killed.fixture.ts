// Books once with an Idempotency-Key in the database of argv and dies, as by kill -9, right before it keeps the answer.
import type { KyselyPlugin } from 'kysely'
import { openDatabase } from '../../platform/database.ts'
import { createLog } from '../../platform/log.ts'
import { asked, call, connectorOf, engineOf } from './connector.fixture.ts'

const [databaseUrl = '', dataDir = '', key = ''] = process.argv.slice(2)
const { db } = await openDatabase({ databaseUrl: databaseUrl || null, dataDir, log: createLog('warn') })

const dies: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('idempotency_key'))
      process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}
await call(
  connectorOf(engineOf(db), undefined, db.withPlugin(dies)),
  1,
  'POST',
  '/fabman/bookings',
  asked(1),
  key,
)
process.exit(0)
