import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createGate, GateClosed } from './rate-limit.ts'

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

const open = (burst = 5) => createGate({ now: Date.now, random: () => 0, perSecond: 10, burst })
const soon = () => Date.now() + 3000

/** Lets in as many as ask and notes when. */
function crowd(gate: ReturnType<typeof open>, size: number) {
  const at: number[] = []
  let refused = 0
  for (let each = 0; each < size; each++) {
    gate.enter(soon()).then(
      (ticket) => {
        at.push(Date.now())
        ticket.done('answered')
      },
      () => refused++,
    )
  }
  return { at, refused: () => refused }
}

test('a burst goes at once, the others in step, and whoever would wait too long is told at once', async () => {
  const { at, refused } = crowd(open(), 50)
  await vi.advanceTimersByTimeAsync(0)
  expect([at.length, refused()]).toEqual([5, 15])
  await vi.advanceTimersByTimeAsync(10_000)
  expect(at.slice(5)).toEqual(Array.from({ length: 30 }, (_, index) => (index + 1) * 100))
})

test('who stands back leaves room: where half a second of others waits, they are told at once', async () => {
  const gate = open()
  const ends = await Promise.all(
    Array.from({ length: 30 }, () => {
      const entered = gate.enter(soon(), 500).then(() => 'let in')
      return Promise.race([entered, vi.advanceTimersByTimeAsync(0).then(() => 'waits')]).catch(() => 'told')
    }),
  )
  expect(Object.groupBy(ends, String)).toMatchObject({ waits: { length: 5 }, told: { length: 20 } })
  const after = gate.enter(soon()).then(() => Date.now())
  await vi.advanceTimersByTimeAsync(600)
  expect(await after).toBe(600)
})

describe('after a 429', () => {
  test('nobody goes for two seconds, then one, then the others', async () => {
    const gate = open()
    ;(await gate.enter(soon())).done('limited')
    const at: number[] = []
    const first = gate.enter(soon()).then((ticket) => (at.push(Date.now()), ticket))
    const second = gate.enter(soon()).then((ticket) => (at.push(Date.now()), ticket))
    await vi.advanceTimersByTimeAsync(2500)
    expect(at).toEqual([2000])
    ;(await first).done('answered')
    await vi.advanceTimersByTimeAsync(0)
    await second
    expect(at).toEqual([2000, 2500])
  })

  test('the silence doubles up to 30 s, a header may ask for more, and what waits in vain is told at once', async () => {
    const gate = open()
    const silences: number[] = []
    let ticket = await gate.enter(soon())
    for (const pauseMs of [0, 0, 20_000, 0, 0, 0]) {
      ticket.done('limited', pauseMs)
      const began = Date.now()
      await expect(gate.enter(began + 1999)).rejects.toThrow(GateClosed)
      const next = gate.enter(began + 60_000)
      await vi.advanceTimersToNextTimerAsync()
      ticket = await next
      silences.push(Date.now() - began)
    }
    expect(silences).toEqual([2000, 4000, 20_000, 16_000, 30_000, 30_000])
  })

  test('of many at once, only the first counts', async () => {
    const gate = open()
    const tickets = await Promise.all([1, 2, 3].map(() => gate.enter(soon())))
    for (const ticket of tickets) ticket.done('limited')
    const next = gate.enter(soon())
    await vi.advanceTimersByTimeAsync(2000)
    expect(await next).toBeDefined()
  })
})

describe('after five failures within ten seconds', () => {
  async function fail(gate: ReturnType<typeof open>, times: number) {
    for (let each = 0; each < times; each++) (await gate.enter(soon())).done('failed')
  }

  test('nobody goes for ten seconds, then one who decides, and nobody waits for that one', async () => {
    const gate = open()
    await fail(gate, 5)
    await expect(gate.enter(soon())).rejects.toThrow(GateClosed)
    await vi.advanceTimersByTimeAsync(10_000)
    const probe = await gate.enter(soon())
    await expect(gate.enter(soon())).rejects.toThrow(GateClosed)
    probe.done('failed')
    await expect(gate.enter(soon())).rejects.toThrow(GateClosed)
    await vi.advanceTimersByTimeAsync(10_000)
    ;(await gate.enter(soon())).done('answered')
    expect(await gate.enter(soon())).toBeDefined()
  })

  test('a success in between, or time, starts the count anew', async () => {
    const gate = open(20)
    await fail(gate, 4)
    ;(await gate.enter(soon())).done('answered')
    await fail(gate, 4)
    await vi.advanceTimersByTimeAsync(11_000)
    await fail(gate, 4)
    expect(await gate.enter(soon())).toBeDefined()
  })
})
