import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Booking } from '../../contracts/booking.ts'
import { addMinutes, toLocal } from '../../rules/time.ts'
import { asked, call } from './connector.fixture.ts'

/** What all members share: a server that crashes and restarts, and the time. */
export interface World {
  /** Address of the running server; null while it is down. */
  url: string | null
  now: Date
  /** Requests answered so far. */
  answered: number
  /** Members start nothing new and retry what they started until it is answered. */
  isOver: boolean
}

interface Wish {
  method: 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  key: string
  /** The booking as the member knows it. */
  of?: Booking
}

interface Answer {
  status: number
  body: Booking & { code?: string }
}

/** What the server acknowledged to a member: every answer, and each booking by its last answer. */
export interface Told {
  bookings: Map<number, Booking>
  answers: { wish: Wish; answer: Answer }[]
}

/**
 * Simulates a member who books, moves, cancels and repeats earlier requests, and who retries with the same key when the
 * server crashes.
 * @throws when an answer is not one that somebody may get who is alone with their bookings
 */
export async function useBookings(member: number, world: World, random: () => number): Promise<Told> {
  const told: Told = { bookings: new Map(), answers: [] }
  while (!world.isOver) {
    const before = told.answers[Math.floor(random() * told.answers.length)]
    if (before && random() < 0.1) {
      // The answer is the same, whatever has changed since.
      expect(await insist(member, before.wish, world, random)).toEqual(before.answer)
      continue
    }
    const wish = nextWish(member, told, world.now, random)
    const answer = await insist(member, wish, world, random)
    told.answers.push({ wish, answer })
    remember(told, wish, answer)
  }
  return told
}

/** Returns random numbers below 1, the same for the same seed. */
export function randomOf(seed: string): () => number {
  let drawn = 0
  return () => createHash('sha256').update(`${seed} ${drawn++}`).digest().readUInt32BE() / 2 ** 32
}

function nextWish(member: number, told: Told, now: Date, random: () => number): Wish {
  const key = `${member}-${told.answers.length}`
  const mine = [...told.bookings.values()].filter(({ state }) => state === 'confirmed')
  const of = mine[Math.floor(random() * mine.length)]
  const dice = random()
  if (!of || dice < 0.5) {
    const resource = String(1 + Math.floor(random() * 3))
    const body = asked(member, { resource, ...someTime(now, random) })
    return { method: 'POST', path: '/fabman/bookings', body, key }
  }
  const path = `/fabman/bookings/${of.id}`
  if (dice < 0.75) return { method: 'DELETE', path, key, of }
  return { method: 'PATCH', path, body: { ...someTime(now, random), lockVersion: of.lockVersion }, key, of }
}

/** Returns 30 to 90 minutes that begin within the next eight hours. */
function someTime(now: Date, random: () => number): { fromDateTime: string; untilDateTime: string } {
  const half = 30 * 60_000
  const start = new Date((Math.ceil(Number(now) / half) + Math.floor(random() * 16)) * half)
  const end = addMinutes(start, 30 * (1 + Math.floor(random() * 3)))
  return { fromDateTime: toLocal(start, 'Europe/Berlin'), untilDateTime: toLocal(end, 'Europe/Berlin') }
}

/** Retries until there is an answer, sometimes with two requests at once; all answers must be the same. */
async function insist(member: number, wish: Wish, world: World, random: () => number): Promise<Answer> {
  for (;;) {
    const { url } = world
    if (!url && world.isOver) throw new Error('nobody will answer any more')
    const copies = random() < 0.2 ? 2 : 1
    const answers = url ? await Promise.all(Array.from({ length: copies }, () => ask(url, member, wish))) : []
    const [answer, other] = answers.filter((each) => each !== null)
    if (other) expect(other).toEqual(answer)
    if (answer) {
      world.answered += 1
      return answer
    }
    await sleep(5)
  }
}

/** Returns null when the server crashed, or is still working on the key. */
async function ask(url: string, member: number, { method, path, body, key }: Wish): Promise<Answer | null> {
  const overHttp = (request: Request) => fetch(new Request(url + new URL(request.url).pathname, request))
  try {
    const response = await call(overHttp, member, method, path, body, key)
    const { requestId: _, ...answered } = (await response.json()) as Answer['body'] & { requestId?: string }
    return answered.code === 'keyRunning' ? null : { status: response.status, body: answered }
  } catch (error) {
    if (error instanceof TypeError || error instanceof SyntaxError) return null
    throw error
  }
}

function remember({ bookings }: Told, { method, of }: Wish, { status, body }: Answer): void {
  if (status === 422) {
    expect(body.code).not.toBe('keyReused')
    return
  }
  expect(status).toBe(method === 'POST' ? 201 : 200)
  if (method === 'POST') expect(bookings.has(body.id)).toBe(false)
  expect(body.lockVersion).toBe((of?.lockVersion ?? 0) + 1)
  expect(body.state).toBe(method === 'DELETE' ? 'cancelled' : 'confirmed')
  bookings.set(body.id, body)
}
