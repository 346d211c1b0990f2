import { expect, test } from 'vitest'
import { WorkshopFile } from './workshop-file.ts'
import { given, saw } from './workshop-file.fixture.ts'

test.each([
  [{ trainings: [{ id: 2, title: 'x', equipment: [8] }] }, '8 is no equipment of this file'],
  [{ equipment: [saw, saw] }, 'each id once'],
  [{ equipment: [{ ...saw, price: 3 }] }, 'price'],
  [{ space: { ...given.space, timezone: 'Berlin' } }, 'a time zone like Europe/Berlin'],
  [{ holidays: [{ ...given.holidays[0], untilDateTime: '2026-12-24T00:00' }] }, 'ends after it begins'],
])('a file with %j is refused', (change, why) => {
  const read = WorkshopFile.safeParse({ ...given, ...change })
  expect(read.error?.message).toContain(why)
})
