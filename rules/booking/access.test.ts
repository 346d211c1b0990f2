import { expect, test } from 'vitest'
import { trainedOn } from './access.ts'

const laser = { fromDate: '2026-12-02', untilDate: '2026-12-04', resources: [7, 2] }
const wood = { fromDate: '2026-12-04', untilDate: null, resources: [2, 10] }

test.each([
  ['2026-12-01', []],
  ['2026-12-02', [2, 7]],
  ['2026-12-04', [2, 7, 10]],
  ['2026-12-05', [2, 10]],
])('on %s trainings unlock %o: first and last day included, each id once', (day, ids) => {
  expect(trainedOn(day, [wood, laser])).toEqual(ids)
})
