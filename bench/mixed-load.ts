import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '../rules/time.ts'
import { type BookingWorld, startBookingWorld } from './booking-world.ts'
import type { OnEnd, Row } from './measurement.ts'
import { timeOf } from './workshop.ts'

const minutes = Number(process.env['MIXED_MINUTES'] ?? 60)
const visitors = 20

/** Pages, weeks, bookings and refusals of 20 visitors for an hour, ten requests a second; prints the resident memory of the product each minute. */
export async function measureMixedLoad(onEnd: OnEnd): Promise<Row[]> {
  const world = await startBookingWorld(onEnd)
  const until = performance.now() + minutes * 60_000
  const statuses = new Map<number, number>()
  let next = 0
  const visit = async () => {
    while (performance.now() < until) {
      const status = await send(world, next++)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      await sleep(2_000)
    }
  }
  const memory: number[] = []
  const watch = async () => {
    for (; performance.now() < until; await sleep(60_000)) {
      memory.push(world.product().memory())
      console.log(`${memory.at(-1)} MB after ${memory.length - 1} min, ${next} requests`)
    }
  }
  await Promise.all([watch(), ...Array.from({ length: visitors }, visit)])
  console.log('Responses by status:', Object.fromEntries(statuses))
  const of = (part: number) => memory[Math.floor((memory.length - 1) * part)] ?? Number.NaN
  return [
    { measurement: 'memory after a quarter of the mixed load', value: of(0.25), unit: 'MB' },
    { measurement: 'memory at its end', value: of(1), unit: 'MB' },
    { measurement: 'requests of the mixed load', value: next, unit: 'requests' },
  ]
}

async function send({ url, tokenOf }: BookingWorld, index: number): Promise<number> {
  const { equipment, member, ...times } = timeOf(index)
  const day = addDays(times.fromDateTime.slice(0, 10), index % 7)
  const headers = { authorization: `Bearer ${tokenOf(member)}`, 'content-type': 'application/json' }
  const body = JSON.stringify({
    state: 'confirmed',
    resource: String(equipment),
    member: String(member),
    ...times,
  })
  const asked: [string, RequestInit?][] = [
    ['/'],
    ['/en/booking'],
    [`/data/week?resource=${equipment}&day=${day}`],
    ['/events'],
    [`/no-such-page-${index}`],
    ['/connector/v1/fabman/bookings', { method: 'POST', headers, body }],
    ['/register', { method: 'POST', body: new URLSearchParams({ 'a[99999999]': '1' }) }],
    [`/booking?machine=${equipment}&day=${day}`],
  ]
  const [path, init] = asked[index % asked.length] ?? ['/']
  const response = await fetch(url + path, init)
  await response.arrayBuffer()
  return response.status
}
