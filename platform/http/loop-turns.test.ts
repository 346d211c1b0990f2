import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createLoopTurns } from './loop-turns.ts'

/** A clock that stands still. */
const now = () => 0

test('a turn of the event loop starts so many, the next ones the others, in their order', async () => {
  const inTurns = createLoopTurns(new EventEmitter() as never, { limit: 3, now })
  const begun: number[] = []
  for (let index = 0; index < 8; index++) inTurns({}, () => begun.push(index))
  expect(begun).toEqual([0, 1, 2])
  await turn()
  inTurns({}, () => begun.push(8))
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
  await turn()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8])
})

test('what comes one after the other starts at once', async () => {
  const inTurns = createLoopTurns(new EventEmitter() as never, { limit: 1, now })
  for (let index = 0; index < 5; index++) {
    let isBegun = false
    inTurns({}, () => (isBegun = true))
    expect(isBegun).toBe(true)
    await turn()
    await turn()
  }
})

test('the others wait while connections come in, but not for long', async () => {
  const server = new EventEmitter()
  let time = 0
  const inTurns = createLoopTurns(server as never, { limit: 1, now: () => time })
  const begun: number[] = []
  for (let index = 0; index < 3; index++) inTurns({}, () => begun.push(index))
  for (let round = 0; round < 5; round++) {
    server.emit('connection')
    await turn()
  }
  expect(begun).toEqual([0])
  time = 31
  server.emit('connection')
  await turn()
  expect(begun).toEqual([0, 1])
  await turn()
  await turn()
  expect(begun).toEqual([0, 1, 2])
})

test('those who wait take turns: one request of each network', async () => {
  const inTurns = createLoopTurns(new EventEmitter() as never, { limit: 2, now })
  const [flood, visitor] = [{}, {}]
  const begun: string[] = []
  for (let index = 0; index < 6; index++) inTurns(flood, () => begun.push(`flood ${index}`))
  inTurns(visitor, () => begun.push('visitor'))
  await turn()
  expect(begun).toEqual(['flood 0', 'flood 1', 'flood 2', 'visitor'])
  await turn()
  await turn()
  await turn()
  expect(begun.slice(4)).toEqual(['flood 3', 'flood 4', 'flood 5'])
})

test('a turn ends after ten milliseconds of work, too', async () => {
  let time = 0
  const inTurns = createLoopTurns(new EventEmitter() as never, { now: () => time })
  const begun: number[] = []
  for (let index = 0; index < 6; index++)
    inTurns({}, () => {
      begun.push(index)
      time += 4
    })
  expect(begun).toEqual([0, 1, 2])
  await turn()
  expect(begun).toEqual([0, 1, 2, 3, 4, 5])
})
