import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/database/migrate.ts'
import { openProvider } from '../services/backend/payments/provider.fixture.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import { fillWorkshop } from '../services/connector/connector.fixture.ts'
import { newPlace, type Place, within } from '../services/connector/killed-place.fixture.ts'
import { addJourney, arrived, journeyStart, payAt, takeJourney, whole } from './place-journey.fixture.ts'
import { processParts } from './process-parts.fixture.ts'

/** `PLACE_KILLS=30` kills so many processes. */
const kills = Number(process.env['PLACE_KILLS'] ?? 6)

const payments = openProvider(() => journeyStart)
const provider = createServer((request, response) => {
  void text(request).then(async (body) => {
    const given = JSON.parse(body) as unknown[]
    const name = request.url?.slice(1) ?? ''
    const calls = payments.provider as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>
    const answer = name === 'pay' ? payAt(payments, String(given[0])) : await calls[name]?.(...given)
    response.end(JSON.stringify(answer))
  })
})
let place: Place

beforeAll(async () => {
  place = await newPlace()
  await once(provider.listen(0, '127.0.0.1'), 'listening')
  await within(place, async (db) => {
    await migrate(db, createLog('warn'))
    await fillWorkshop(db)
    await addJourney(db)
  })
})
afterAll(async () => {
  provider.close()
  await place.remove()
})

/** Lets a process go from the sign-up to the training. @returns how it ended, and how many points it has passed by then */
async function live(email: string, at = ''): Promise<{ signal: string | null; points: number }> {
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
  const given = ['tests/taking-place.fixture.ts', place.databaseUrl, place.dataDir, url, email, at]
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...given], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let points = 0
  child.on('message', (told) => (points = Number(told)))
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null]
  expect(code === 0 || signal === 'SIGKILL', `ended with ${code ?? signal}`).toBe(true)
  return { signal, points }
}

test(`kill -9 at ${kills} points between sign-up and training: another process ends with one of each`, async () => {
  const { points } = await live('nele0@example.org')
  expect(points).toBeGreaterThan(2 * kills)
  for (let kill = 1; kill <= kills; kill++) {
    const email = `nele${kill}@example.org`
    const at = Math.round((kill * points) / (kills + 1))
    expect((await live(email, String(at))).signal).toBe('SIGKILL')
    await within(place, async (db) => {
      // The claims of the killed process have expired by then.
      for (const minutes of [5, 10]) {
        const now = new Date(journeyStart.getTime() + minutes * 60_000)
        const parts = processParts(db, payments.provider, now)
        await takeJourney(parts, email, () => payAt(payments, email))
        await tendTrainings(parts)
      }
      expect(await arrived(processParts(db, null, journeyStart), email), `point ${at} of ${points}`).toEqual(
        whole,
      )
      const invoices = await db.selectFrom('invoice').select('id').execute()
      expect(invoices).toHaveLength(kill + 1)
    })
  }
}, 600_000)
