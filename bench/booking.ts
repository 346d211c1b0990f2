import autocannon from 'autocannon'
import postgres from 'postgres'
import { measureBookingViews } from './booking-views.ts'
import { type BookingWorld, startBookingWorld } from './booking-world.ts'
import type { Row } from './product.ts'
import { bookBare, timeOf } from './workshop.ts'
import { median } from './median.ts'

const rounds = 5
const seconds = 3
const connections = 10
const membersAtOnce = 50
const path = '/connector/v1/fabman/bookings'

/** Everything about bookings that is measured, on PostgreSQL. @throws Error where none can be started */
export async function measureBooking(): Promise<Row[]> {
  const world = await startBookingWorld()
  try {
    const next = counter()
    return [
      ...(await compareCreation(world, next)),
      ...(await measureClick(world, next)),
      ...(await measureBookingViews(world)),
    ]
  } finally {
    await world.stop()
  }
}

/** Creating a booking over HTTP against the bare transaction, as many at once: interleaved rounds, medians. */
async function compareCreation(world: BookingWorld, next: () => number): Promise<Row[]> {
  const sql = postgres(world.databaseUrl, { max: connections })
  await overHttp(world, next)
  await bare(sql, next)
  const our: number[] = []
  const floor: number[] = []
  for (let round = 0; round < rounds; round++) {
    our.push(await overHttp(world, next))
    floor.push(await bare(sql, next))
  }
  await sql.end()
  const [ourRate, bareRate] = [median(our), median(floor)]
  return [
    { measurement: 'bookings created over HTTP', value: ourRate, unit: 'bookings/s' },
    { measurement: 'the bare transaction, same constraint', value: bareRate, unit: 'bookings/s' },
    {
      measurement: 'ratio of booking ours : bare',
      value: Number((ourRate / bareRate).toFixed(3)),
      unit: '×',
    },
  ]
}

async function overHttp(world: BookingWorld, next: () => number): Promise<number> {
  const result = await autocannon({
    url: world.url,
    connections,
    duration: seconds,
    requests: [
      { method: 'POST', path, setupRequest: (request) => ({ ...request, ...bookingRequest(world, next()) }) },
    ],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} bad answers, ${result.errors} errors`)
  return result.requests.average
}

async function bare(sql: postgres.Sql, next: () => number): Promise<number> {
  const until = performance.now() + seconds * 1000
  let made = 0
  const book = async () => {
    while (performance.now() < until) {
      await bookBare(sql, next())
      made += 1
    }
  }
  await Promise.all(Array.from({ length: connections }, book))
  return Math.round(made / seconds)
}

/** From the click to the confirmed booking, by 50 members at the same moment; each has seen the price before. */
async function measureClick(world: BookingWorld, next: () => number): Promise<Row[]> {
  const send = async (index: number, at: string) => {
    const response = await fetch(world.url + at, { method: 'POST', ...bookingRequest(world, index) })
    if (!response.ok) throw new Error(`${at}: ${response.status} ${await response.text()}`)
    await response.json()
  }
  const click = async (index: number) => {
    const began = performance.now()
    await send(index, path)
    return performance.now() - began
  }
  const times: number[] = []
  for (let round = 0; round < 12; round++) {
    const wishes = Array.from({ length: membersAtOnce }, next)
    await Promise.all(wishes.map((index) => send(index, `${path}/quote`)))
    const found = await Promise.all(wishes.map(click))
    // The first two only open connections.
    if (round >= 2) times.push(...found)
  }
  const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
  return [
    { measurement: 'click to confirmed booking, median', value: Math.round(median(times)), unit: 'ms' },
    { measurement: 'click to confirmed booking, p95 of 50 at once', value: Math.round(p95), unit: 'ms' },
  ]
}

function bookingRequest({ tokenOf }: BookingWorld, index: number) {
  const { machine, member, ...times } = timeOf(index)
  return {
    headers: { authorization: `Bearer ${tokenOf(member)}`, 'content-type': 'application/json' },
    body: JSON.stringify({ state: 'confirmed', resource: String(machine), member: String(member), ...times }),
  }
}

function counter(): () => number {
  let index = 0
  return () => index++
}
