import { expect, test } from 'vitest'
import { usageByWeek } from './usage-chart.tsx'

const use = (createdAt: string, amount = '-1.00') => ({ createdAt, amount })

test('14 weeks from Monday to Sunday, the present one last', () => {
  const uses = [
    use('2026-11-22T23:59:59Z', '-4.05'),
    use('2026-11-16T00:00:00Z'),
    use('2026-11-15T23:59:59Z'),
    use('2026-08-17T00:00:00Z'),
    use('2026-08-16T23:59:59Z', '-99.00'),
  ]
  const weeks = usageByWeek(uses, new Date('2026-11-22T10:00:00Z'))
  expect(weeks).toHaveLength(14)
  expect(weeks.filter(({ usedCents }) => usedCents > 0)).toEqual([
    { from: '2026-08-17', usedCents: 100 },
    { from: '2026-11-09', usedCents: 100 },
    { from: '2026-11-16', usedCents: 505 },
  ])
})
