import pg from 'pg'
import { addDays } from '../rules/time.ts'
import type { BookingWorld } from './booking-world.ts'
import { costPerRequest, interleave, ratios } from './cost.ts'
import type { OnEnd, Row } from './measurement.ts'
import { median } from './median.ts'
import { equipmentCount, fillBookings } from './workshop.ts'

const [few, many] = [10_000, 1_000_000]
const rounds = 2

/** Measures the same requests with 10 thousand and with 1 million bookings, each sent for the first time. */
export async function measureBookingViews(world: BookingWorld, onEnd: OnEnd): Promise<Row[]> {
  const client = new pg.Client(world.databaseUrl)
  await client.connect()
  onEnd(() => client.end())
  const small = await measure(world, client, few)
  const large = await measure(world, client, many)
  const ratio = (name: keyof typeof small) => Number((large[name] / small[name]).toFixed(2))
  return [
    {
      measurement: 'week view of one piece of equipment, 10 thousand bookings',
      value: small.week,
      unit: 'ms',
    },
    { measurement: 'week view of one piece of equipment, 1 million bookings', value: large.week, unit: 'ms' },
    { measurement: 'ratio of week views', value: ratio('week'), unit: '×' },
    { measurement: 'free equipment of 100, 10 thousand bookings', value: small.free, unit: 'ms' },
    { measurement: 'free equipment of 100, 1 million bookings', value: large.free, unit: 'ms' },
    { measurement: 'ratio of free equipment', value: ratio('free'), unit: '×' },
    ...(await measureViewers(world)),
  ]
}

/** Processor time of the product for a look at a week that has not changed, and beside a request that does nothing. */
async function measureViewers(world: BookingWorld): Promise<Row[]> {
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
  const cost = (path: string) => () => costPerRequest(world.product(), 200, () => get(world, path))
  const [looks = [], nothing = []] = await interleave(rounds, [
    cost(`/data/week?resource=1&day=${tomorrow}`),
    cost('/health'),
  ])
  return [
    { measurement: 'look at an unchanged week', value: tenths(median(looks)), unit: 'CPU ms/look' },
    {
      measurement: 'ratio of a look at an unchanged week to /health',
      value: tenths(median(ratios(looks, nothing))),
      unit: '×',
    },
  ]
}

async function measure(world: BookingWorld, client: pg.Client, bookings: number) {
  await fillBookings(client, bookings)
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
  const week: number[] = []
  const free: number[] = []
  for (let round = 0; round < rounds; round++) {
    await world.restart()
    // Each process reads spaces, equipment and names once.
    await get(world, `/data/week?resource=${equipmentCount}&day=${tomorrow}`)
    await get(world, `/data/free?from=${tomorrow}T10:00&minutes=60`)
    for (let index = 0; index < 24; index++) {
      const day = addDays(tomorrow, 1 + index)
      week.push(await get(world, `/data/week?resource=${1 + index}&day=${day}`))
      free.push(await get(world, `/data/free?from=${day}T10:00&minutes=60`))
    }
  }
  return { week: tenths(median(week)), free: tenths(median(free)) }
}

async function get({ url }: BookingWorld, path: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url + path)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return performance.now() - began
}

function tenths(value: number): number {
  return Number(value.toFixed(1))
}
