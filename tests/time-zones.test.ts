import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const program = fileURLToPath(new URL('time-zones.fixture.ts', import.meta.url))
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Pacific/Auckland']

/** The part of the output of time-zones.fixture.ts that this file reads. */
interface Printed {
  days: {
    day: string
    slots: unknown[]
    week: { days: { day: string; slots: unknown[] }[] }
    quotes: { cost: { minutes: number } | null }[]
    more: ({ code: string }[] | { state: string })[]
  }[]
  costs: { minutes: number; charged: string }[]
}

test('the product says the same about bookings in every byte, whatever the zone of the server', async () => {
  const printed = await Promise.all(zones.map(printedIn))
  for (const other of printed) expect(other).toBe(printed[0])

  const { days, costs } = JSON.parse(printed[0] ?? '') as Printed
  expect(days.map(({ slots }) => slots.length)).toEqual([46, 48, 50])
  const shown = days.map(({ day, week }) => week.days.find((each) => each.day === day)?.slots.length)
  expect(shown).toEqual([46, 48, 50])
  const minutes = days.map(({ quotes }) => quotes.map(({ cost }) => cost?.minutes ?? null))
  expect(minutes).toEqual([
    [150, null, 120],
    [210, 60, 120],
    [270, 120, 120],
  ])
  // 01:00 to 04:00 is two, three and four hours long; beside two there is room for 90 minutes more.
  const more = days.map((day) => day.more.map((each) => (Array.isArray(each) ? each[0]?.code : each.state)))
  expect(more).toEqual([
    ['confirmed', 'memberDay'],
    ['memberDay', 'memberDay'],
    ['memberDay', 'memberDay'],
  ])
  expect(costs.map((cost) => [cost.minutes, cost.charged])).toEqual([
    [120, '15.54'],
    [90, '11.66'],
    [180, '23.31'],
    [240, '31.08'],
  ])
}, 120_000)

/** What time-zones.fixture.ts prints on a machine of a zone. A worker thread would have the zone of its process. */
async function printedIn(zone: string): Promise<string> {
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...process.env, TZ: zone },
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout
}
