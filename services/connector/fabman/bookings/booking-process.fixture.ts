// Books at the Fabman account of argv: database URL or data folder, base URL of the account, then prints the booking.
// The test kills it in between.
import { openDatabase } from '../../../../platform/database/database.ts'
import { createLog } from '../../../../platform/log.ts'
import { migrate } from '../../../../platform/database/migrate.ts'
import { apiKey } from '../../../../doubles/fabman/workshop.fixture.ts'
import { createFabman } from '../fabman.ts'

const [database = '', baseUrl = '', now = ''] = process.argv.slice(2)
const log = createLog('silent')
const isUrl = database.startsWith('postgres')
const { db } = await openDatabase({
  databaseUrl: isUrl ? database : null,
  dataDir: isUrl ? '' : database,
  log,
})
await migrate(db, log)
const clock = () => new Date(now)
const { workshop } = createFabman({
  db,
  siteUrl: 'https://werkbank.example',
  clock,
  log,
  baseUrl,
  apiKey,
  fetch: (request) => fetch(request),
  now: Date.now,
  random: Math.random,
})
console.log(
  await workshop.createBooking({
    equipment: 2,
    member: 1,
    fromDateTime: '2026-12-02T18:00',
    untilDateTime: '2026-12-02T20:00',
    title: null,
  }),
)
