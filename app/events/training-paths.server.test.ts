import { expect, test } from 'vitest'
import { aMachine, aSpace } from '../booking/booking.fixture.ts'
import type { SiteServices } from '../context.ts'
import '../i18n/message-files.server.ts'
import { aCourse, aDate } from './events.fixture.ts'
import { loadTrainingPaths } from './training-paths.server.ts'

function servicesOf(courses: unknown[]) {
  return {
    config: { publicUrl: 'http://localhost:3000' },
    backend: {
      courses: async () => courses,
      instructions: async () => [{ slug: 'werkstatt', training: 3, title: { de: 'Regeln', en: 'Rules' } }],
    },
    connector: {
      spaces: async () => [aSpace()],
      equipment: async () => [aMachine({ id: 7, requiresTraining: true })],
      trainingCourses: async () => [
        { id: 1, title: 'Laser', resources: [] },
        { id: 2, title: 'Faserlaser', resources: [7] },
      ],
    },
    labels: async () => ({}),
    log: { warn: () => undefined },
    now: () => new Date('2026-11-25T18:30:00Z'),
  } as unknown as SiteServices
}

test('a date of another course than the title names that course and its price', async () => {
  const courses = [
    aCourse(1, [aDate(11, '2026-12-01')], { grants: [2], title: { de: 'Faserlaser', en: '' } }),
    aCourse(2, [aDate(21, '2026-12-02')], { grants: [2], title: { de: 'Schmuck', en: '' }, price: '169.00' }),
  ]
  const [path] = await loadTrainingPaths(servicesOf(courses), 'de')
  const [step] = path?.steps ?? []
  expect(step?.title).toBe('Faserlaser')
  expect(step?.dates.map(({ words }) => words.replaceAll('\u00a0', ' '))).toEqual([
    expect.not.stringContaining('Faserlaser'),
    expect.stringMatching(/ · Schmuck, 169,00 €$/),
  ])
})

test('a step knows the dates after the earliest end of the steps before, and all dates', async () => {
  const courses = [
    aCourse(
      1,
      [aDate(11, '2026-11-29', { freeSeats: 0 }), aDate(12, '2026-12-01'), aDate(13, '2026-12-10')],
      {
        grants: [1],
        requires: [3],
      },
    ),
    aCourse(
      2,
      [aDate(21, '2026-11-30'), aDate(22, '2026-12-01'), aDate(23, '2026-12-02'), aDate(24, '2026-12-11')],
      { grants: [2], requires: [1] },
    ),
  ]
  const [path] = await loadTrainingPaths(servicesOf(courses), 'de')
  const dates = path?.steps.map((step) => [step.dates.map(({ id }) => id), step.later.map(({ id }) => id)])
  expect(dates).toEqual([
    [[], []],
    [
      [12, 13],
      [12, 13],
    ],
    [
      [21, 22, 23],
      [23, 24],
    ],
  ])
  expect(path?.steps.at(-1)?.later[0]?.href).toMatch(/^\/events\/2-[^/]+\/sign-up\?date=23$/)
})
