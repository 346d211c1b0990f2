import { measureBookingViews } from './booking-views.ts'
import { type BookingWorld, startBookingWorld } from './booking-world.ts'
import { costPerRequest, interleave } from './cost.ts'
import type { OnEnd, Row } from './measurement.ts'
import { median } from './median.ts'
import { timeOf } from './workshop.ts'

const rounds = 5
const bookings = 500
const membersAtOnce = 50
const path = '/connector/v1/fabman/bookings'

/**
 * Measures creating and reading bookings on PostgreSQL.
 * @throws Error when no PostgreSQL starts
 */
export async function measureBookings(onEnd: OnEnd): Promise<Row[]> {
  const world = await startBookingWorld(onEnd)
  const next = counter()
  return [
    ...(await measureCreation(world, next)),
    ...(await measureClick(world, next)),
    ...(await measureBookingViews(world, onEnd)),
  ]
}

/** Processor time of the product for a booking over HTTP, and how many it creates per second for ten callers. */
async function measureCreation(world: BookingWorld, next: () => number): Promise<Row[]> {
  const rates: number[] = []
  const [costs = []] = await interleave(rounds, [
    async () => {
      const began = performance.now()
      const cost = await costPerRequest(world.product(), bookings, () => send(world, path, next()))
      rates.push(bookings / ((performance.now() - began) / 1000))
      return cost
    },
  ])
  return [
    {
      measurement: 'booking created over HTTP',
      value: Number(median(costs).toFixed(2)),
      unit: 'CPU ms/booking',
    },
    {
      measurement: 'bookings created over HTTP, 10 callers',
      value: Math.round(median(rates)),
      unit: 'bookings/s',
    },
  ]
}

/** From the click to the confirmed booking, for 50 members at the same moment who have all read the price. */
async function measureClick(world: BookingWorld, next: () => number): Promise<Row[]> {
  const click = async (index: number) => {
    const began = performance.now()
    await send(world, path, index)
    return performance.now() - began
  }
  const times: number[] = []
  for (let round = 0; round < 12; round++) {
    const indexes = Array.from({ length: membersAtOnce }, next)
    await Promise.all(indexes.map((index) => send(world, `${path}/quote`, index)))
    const found = await Promise.all(indexes.map(click))
    // The first two only open connections.
    if (round >= 2) times.push(...found)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return [
    { measurement: 'click to confirmed booking, median', value: Math.round(median(times)), unit: 'ms' },
    { measurement: 'click to confirmed booking, p95 of 50 at once', value: Math.round(p95), unit: 'ms' },
  ]
}

async function send({ url, tokenOf }: BookingWorld, to: string, index: number): Promise<void> {
  const { equipment, member, ...times } = timeOf(index)
  const response = await fetch(url + to, {
    method: 'POST',
    headers: { authorization: `Bearer ${tokenOf(member)}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      state: 'confirmed',
      resource: String(equipment),
      member: String(member),
      ...times,
    }),
  })
  if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`)
  await response.json()
}

function counter(): () => number {
  let index = 0
  return () => index++
}
