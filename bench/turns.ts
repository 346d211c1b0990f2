import { setTimeout as sleep } from 'node:timers/promises'
import { median } from './median.ts'
import type { OnEnd, Row } from './measurement.ts'
import { startProduct, temporaryFolder } from './process.ts'

const port = 4878
const [warming, rounds] = [10, 9]
/** The longest turn of the event loop that one request below 1 kB may take. */
const mostMs = 20
/** What is made for each request, or at the first request of an address: `{n}` is new each time. */
const others = [
  '/booking/day?x={n}',
  '/booking/time?x={n}',
  '/booking?machine=6&x={n}',
  '/search?q=laser{n}',
  '/search?q=frasen+holz+kurs+{n}',
  '/nothing-{n}',
  '/me/bookings?x={n}',
  '/check-in/6?x={n}',
  '/display/1?x={n}',
  '/events.ics',
  '/events.rss',
  '/sitemap.xml',
  '/data/equipment',
  '/data/week?resource={n}&day=2199-01-01',
  '/content/v2/cdn/stories?token=preview&per_page=100&search_term={n}&resolve_relations=x.{n}',
  '/content/v2/cdn/stories?token=preview&version=draft&per_page=100&cv={n}',
  '/content/v2/cdn/links?token=preview&version=draft&per_page=1000&cv={n}',
  '/api/openapi.json',
  '/connector/v1/openapi.json',
  '/.well-known/openid-configuration',
  '/share/home-{n}.png',
]

/**
 * Sends single requests to every page of the sitemap and to what is never cached, and takes the longest turn of the
 * event loop meanwhile: the median of 9 requests after 10 that warm up, because other work on the machine only adds to it.
 * @throws Error that lists what blocks the event loop for more than 20 ms
 */
export async function measureTurns(onEnd: OnEnd): Promise<Row[]> {
  const dataDir = temporaryFolder(onEnd)
  const product = await startProduct(onEnd, { port, dataDir, path: '/health', env: { DEMO: '1' } })
  const url = `http://localhost:${port}`
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  const pages = [...sitemap.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(
    ([, path]) => `${path}?x={n}`,
  )
  const turns: { path: string; ms: number }[] = []
  let next = 0
  for (const path of [...others, ...pages]) {
    const figures: number[] = []
    for (let round = -warming; round < rounds; round++) {
      await sleep(20)
      await product.longestTurn()
      const answer = await fetch(url + path.replaceAll('{n}', String(next++)), { redirect: 'manual' })
      await answer.arrayBuffer()
      // A limit answers before the work begins.
      if ([429, 503].includes(answer.status)) throw new Error(`${path} was answered with ${answer.status}`)
      await sleep(5)
      const ms = await product.longestTurn()
      if (round >= 0) figures.push(ms)
    }
    turns.push({ path, ms: median(figures) })
  }
  const [longest] = turns.toSorted((a, b) => b.ms - a.ms)
  const blocking = turns.filter(({ ms }) => ms > mostMs)
  if (blocking.length > 0)
    throw new Error(blocking.map(({ path, ms }) => `${path} blocks for ${ms.toFixed(1)} ms`).join('\n'))
  return [
    { measurement: 'addresses whose turns were measured', value: turns.length, unit: 'addresses' },
    { measurement: `longest turn, of ${longest?.path}`, value: Number(longest?.ms.toFixed(1)), unit: 'ms' },
  ]
}
