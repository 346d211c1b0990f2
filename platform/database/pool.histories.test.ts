import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createLog } from '../log.ts'
import { emptyServerDatabase, serverUrl } from './database.fixture.ts'
import { openDatabase } from './database.ts'
import { openProxy } from './proxy.fixture.ts'
import { numbersFrom } from '../../tests/random.fixture.ts'

/** `POOL_HISTORIES=10000` runs so many of them. */
const histories = Number(process.env.POOL_HISTORIES ?? 400)
const seed = Number(process.env.POOL_SEED ?? Date.now() % 1_000_000)
const atOnce = 20
const max = 5
/** Far more than all limits together. */
const hungMs = 20_000

const log = createLog('silent')

/** Thrown on purpose. */
class Refused extends Error {}

/** The outcome of a transaction for its caller. `left` = `work` ended, so that COMMIT may have been sent. */
interface Outcome {
  id: number
  left: boolean
  result: 'committed' | 'refused' | 'failed' | 'hung'
}

test(`no transaction of ${histories} is half done when connections end, refuse and fall silent (seed ${seed})`, async () => {
  const random = numbersFrom(seed)
  const { url, drop } = await emptyServerDatabase(serverUrl())
  const direct = await openDatabase({ databaseUrl: url, dataDir: '', log })
  await sql`create table entry (history int, half int)`.execute(direct.db)
  const proxy = await openProxy(`${url}?max=${max}`)
  const limits = { connectMs: 400, waitMs: 1500, statementMs: 400, silenceMs: 100, closeMs: 1000 }
  const { db, close, numbers } = await openDatabase({ databaseUrl: proxy.url, dataDir: '', log, limits })

  async function run(id: number): Promise<Outcome> {
    let left = false
    try {
      await db.transaction().execute(async (tx) => {
        const refuseAt = random() < 0.3 ? Math.ceil(random() * 2) : 0
        for (const half of [1, 2]) {
          await sql`insert into entry values (${id}, ${half})`.execute(tx)
          if (random() < 0.2) await sleep(random() * 3)
          if (refuseAt === half) throw new Refused()
        }
        left = true
      })
      return { id, left, result: 'committed' }
    } catch (error) {
      return { id, left, result: error instanceof Refused ? 'refused' : 'failed' }
    }
  }

  const settled = (id: number): Promise<Outcome> =>
    Promise.race([run(id), sleep(hungMs, { id, left: true, result: 'hung' as const }, { ref: false })])

  const outcomes: Outcome[] = []
  const faults = { reset: 0, cut: 0, silence: 0 }
  for (let first = 0; first < histories; first += atOnce) {
    const count = Math.min(atOnce, histories - first)
    const fault = (['reset', 'cut', 'silence'] as const)[Math.floor(random() * (random() < 0.2 ? 3 : 2))]
    let at = Math.ceil(random() * 150)
    proxy.watch(() => {
      at -= 1
      if (at !== 0 || !fault) return
      faults[fault] += 1
      proxy[fault]()
      setTimeout(proxy.mend, random() * 20)
    })
    outcomes.push(...(await Promise.all(Array.from({ length: count }, (_, index) => settled(first + index)))))
    proxy.mend()
  }

  proxy.watch(() => {})
  const { rows } = await sql<{ history: number; halves: number }>`
    select history, count(*)::int as halves from entry group by history`.execute(direct.db)
  const halves = new Map(rows.map((row) => [row.history, row.halves]))
  const wrong = outcomes.filter(({ id, left, result }) => {
    const found = halves.get(id) ?? 0
    if (result === 'committed') return found !== 2
    return left ? ![0, 2].includes(found) : found !== 0
  })
  const count = (result: Outcome['result']) => outcomes.filter((each) => each.result === result).length
  console.log(
    JSON.stringify({
      histories,
      seed,
      ...faults,
      committed: count('committed'),
      refused: count('refused'),
      failed: count('failed'),
      hung: count('hung'),
    }),
  )
  expect(wrong).toEqual([])
  expect(count('hung')).toBe(0)
  const returned = () => expect(numbers()).toMatchObject({ inUse: 0, waiting: 0, max })
  await vi.waitFor(returned, { timeout: hungMs })
  // All connections are back: each of them can work, at the same time. A busy machine may need more than one try.
  const workAtOnce = async () => {
    const pids = await Promise.all(
      Array.from({ length: max }, async () => {
        const {
          rows: [row],
        } = await sql<{ pid: number }>`select pg_backend_pid() as pid, pg_sleep(0.05)`.execute(db)
        return row?.pid
      }),
    )
    expect(new Set(pids).size).toBe(max)
  }
  await vi.waitFor(workAtOnce, { timeout: hungMs })
  await close()
  proxy.close()
  await direct.close()
  await drop()
})
