// Serves the connector on a port of its own and charges all the time, until it is killed. Bookings use the time that the
// parent process sends; claims of Idempotency-Keys use real time since `startedAt`. With `dies` the process kills itself
// (SIGKILL) right before it stores its first answer.
import type { KyselyPlugin } from 'kysely'
import { openDatabase } from '../../platform/database/database.ts'
import { startJob } from '../../platform/jobs/jobs.ts'
import { createLog } from '../../platform/log.ts'
import { createHttpServer, listen } from '../../platform/http/serve.ts'
import { connectorOf, engineJobsOf, engineOf } from './connector.fixture.ts'

const [databaseUrl = '', dataDir = '', startedAt = '', dies = ''] = process.argv.slice(2)
const log = createLog('warn')
let today = Number(startedAt)
process.on('message', (time) => (today = Number(time)))
// The parent process has ended.
process.on('disconnect', () => process.exit(1))

const { db } = await openDatabase({ databaseUrl: databaseUrl || null, dataDir, log })
const deadly: KyselyPlugin = {
  transformQuery({ node }) {
    if (node.kind === 'UpdateQueryNode' && JSON.stringify(node).includes('idempotency_key'))
      process.kill(process.pid, 'SIGKILL')
    return node
  },
  transformResult: async ({ result }) => result,
}
const clock = () => new Date(today)
const claimClock = () => new Date(Number(startedAt) + performance.now())
const connector = connectorOf(engineOf(db, clock), claimClock, dies ? db.withPlugin(deadly) : db)
const { port } = await listen(createHttpServer(), {
  middlewares: [],
  fetch: connector,
  port: 0,
  host: '127.0.0.1',
  trustProxy: false,
})
startJob({ name: 'charging', everyMs: 10, run: engineJobsOf(db, clock).chargeEnded, log })
process.send?.(port)
