import postgres from 'postgres'
import { addDays } from '../rules/time.ts'
import type { BookingWorld } from './booking-world.ts'
import type { Row } from './product.ts'
import { fillBookings, machines } from './workshop.ts'
import { median } from './median.ts'

const [few, many] = [10_000, 1_000_000]
const rounds = 2

/** The same questions with 10 thousand and with 1 million bookings, each asked for the first time. */
export async function measureBookingViews(world: BookingWorld): Promise<Row[]> {
  const sql = postgres(world.databaseUrl, { max: 1, onnotice: () => {} })
  const small = await measure(world, sql, few)
  const large = await measure(world, sql, many)
  await sql.end()
  const ratio = (name: keyof typeof small) => Number((large[name] / small[name]).toFixed(2))
  return [
    { measurement: 'week view of a machine, 10 thousand bookings', value: small.week, unit: 'ms' },
    { measurement: 'week view of a machine, 1 million bookings', value: large.week, unit: 'ms' },
    { measurement: 'ratio of week views', value: ratio('week'), unit: '×' },
    { measurement: 'free machines of 100, 10 thousand bookings', value: small.free, unit: 'ms' },
    { measurement: 'free machines of 100, 1 million bookings', value: large.free, unit: 'ms' },
    { measurement: 'ratio of free machines', value: ratio('free'), unit: '×' },
  ]
}

async function measure(world: BookingWorld, sql: postgres.Sql, bookings: number) {
  await fillBookings(sql, bookings)
  const tomorrow = addDays(new Date().toISOString().slice(0, 10), 1)
  const week: number[] = []
  const free: number[] = []
  for (let round = 0; round < rounds; round++) {
    await world.restart()
    // What every process reads once: spaces, machines, names.
    await ask(world, `/data/week?resource=${machines}&day=${tomorrow}`)
    await ask(world, `/data/free?from=${tomorrow}T10:00&minutes=60`)
    for (let index = 0; index < 24; index++) {
      const day = addDays(tomorrow, 1 + index)
      week.push(await ask(world, `/data/week?resource=${1 + index}&day=${day}`))
      free.push(await ask(world, `/data/free?from=${day}T10:00&minutes=60`))
    }
  }
  return { week: tenths(median(week)), free: tenths(median(free)) }
}

async function ask({ url }: BookingWorld, path: string): Promise<number> {
  const began = performance.now()
  const response = await fetch(url + path)
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return performance.now() - began
}

/** With one decimal place. */
function tenths(value: number): number {
  return Number(value.toFixed(1))
}
