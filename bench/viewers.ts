import { setTimeout as sleep } from 'node:timers/promises'
import { addDays } from '../rules/time.ts'
import { type BookingWorld, startBookingWorld } from './booking-world.ts'
import type { OnEnd, Row } from './measurement.ts'
import { timeOf } from './workshop.ts'

const viewers = 200
/** As often as the screens ask. */
const everyMs = 3500
const seconds = Number(process.env['VIEWERS_SECONDS'] ?? 60)
/** The longest p95 of a look and of a booking meanwhile. */
const [mostLookMs, mostBookingMs] = [200, 400]

/**
 * Lets 200 people look at a week every 3.5 s, of ten machines, while somebody books one of these each second.
 * @throws Error when a look's p95 is above 200 ms or a booking's above 400 ms
 */
export async function measureViewers(onEnd: OnEnd): Promise<Row[]> {
  const world = await startBookingWorld(onEnd)
  const day = addDays(new Date().toISOString().slice(0, 10), 7)
  const looks: number[] = []
  const bookings: number[] = []
  const look = async (viewer: number) => {
    looks.push(await timed(world, `/data/week?resource=${1 + (viewer % 10)}&day=${day}`))
  }
  await Promise.all(Array.from({ length: 10 }, (_, viewer) => look(viewer)))
  looks.length = 0
  const before = await world.product().cpuMs()
  const until = performance.now() + seconds * 1000
  const view = async (viewer: number) => {
    await sleep((viewer / viewers) * everyMs)
    for (; performance.now() < until; await sleep(everyMs)) await look(viewer)
  }
  const book = async () => {
    for (let count = 0; performance.now() < until; count++) {
      bookings.push(await createBooking(world, count))
      await sleep(1000)
    }
  }
  await Promise.all([book(), ...Array.from({ length: viewers }, (_, viewer) => view(viewer))])
  const cpu = (await world.product().cpuMs()) - before
  const [look95, booking95] = [p95(looks), p95(bookings)]
  if (look95 > mostLookMs || booking95 > mostBookingMs)
    throw new Error(
      `p95 of a look: ${look95} ms (limit ${mostLookMs}), of a booking: ${booking95} ms (${mostBookingMs})`,
    )
  return [
    { measurement: 'look at a week, p95 of 200 viewers', value: look95, unit: 'ms' },
    { measurement: 'booking meanwhile, p95', value: booking95, unit: 'ms' },
    { measurement: 'looks', value: looks.length, unit: 'looks' },
    {
      measurement: 'processor for a look, bookings included',
      value: Number((cpu / looks.length).toFixed(2)),
      unit: 'CPU ms/look',
    },
  ]
}

/** Books a half hour of the shown week, of the ten machines in turn. */
async function createBooking(world: BookingWorld, count: number): Promise<number> {
  // `timeOf` gives 100 machines before it goes on to the next day.
  const { equipment, member, ...times } = timeOf((count % 10) + Math.floor(count / 10) * 100)
  const body = { state: 'confirmed', resource: String(equipment), member: String(member), ...times }
  return timed(world, '/connector/v1/fabman/bookings', {
    method: 'POST',
    headers: { authorization: `Bearer ${world.tokenOf(member)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

async function timed({ url }: BookingWorld, path: string, init?: RequestInit): Promise<number> {
  const began = performance.now()
  const response = await fetch(url + path, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return performance.now() - began
}

function p95(times: number[]): number {
  return Math.round(times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN)
}
