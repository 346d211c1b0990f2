import { beforeEach, describe, expect, test } from 'vitest'
import type { Course } from '../../contracts/course.ts'
import type { TrainingCourse } from '../../contracts/training.ts'
import { aMachine, aSpace } from '../booking/booking.fixture.ts'
import type { SiteServices } from '../context.ts'
import '../i18n/message-files.server.ts'
import { demoServices } from '../seo/demo-site.fixture.ts'
import { aCourse, aDate } from './events.fixture.ts'
import { loadTrainingWays, nextTraining, unlockingCourses } from './training-way.server.ts'

const now = '2026-11-25T19:30'
const full = { freeSeats: 0 }
const metal: TrainingCourse = { id: 9, title: 'Metall', resources: [13, 14] }
const laser: TrainingCourse = { id: 1, title: 'Laser', resources: [1] }

const idsOf = (courses: Course[] | undefined) => courses?.map(({ id }) => id)

describe('the courses that unlock equipment', () => {
  test('are those that grant one of its trainings, each once', () => {
    const courses = [
      aCourse(1, [], { grants: [1] }),
      aCourse(2, [], { grants: [9, 1] }),
      aCourse(3, [], { grants: [] }),
      aCourse(4, [], { grants: [77] }),
    ]
    const again = { id: 10, title: 'Metall II', resources: [13] }
    const found = unlockingCourses([...courses, aCourse(5, [], { grants: [9, 10] })], [metal, laser, again])
    expect([...found].map(([id, list]) => [id, idsOf(list)])).toEqual([
      [1, [1, 2]],
      [13, [2, 5]],
      [14, [2, 5]],
    ])
  })

  test('are joined once for unchanged lists, and again when either changes', () => {
    const courses = [aCourse(1, [], { grants: [9] })]
    const trainings = [metal]
    const first = unlockingCourses(courses, trainings)
    expect(unlockingCourses(courses, trainings)).toBe(first)
    expect(idsOf(unlockingCourses(courses, [{ ...metal, resources: [2] }]).get(2))).toEqual([1])
    expect(idsOf(unlockingCourses([aCourse(3, [], { grants: [9] })], trainings).get(13))).toEqual([3])
  })
})

describe('the next training', () => {
  const nextOf = (...courses: Course[]) => nextTraining(courses, now)?.date.id

  test.each<[string, Course[], number | undefined]>([
    ['is the soonest date', [aCourse(1, [aDate(12, '2026-12-02'), aDate(11, '2026-12-01')])], 11],
    [
      'is the soonest date of several courses',
      [aCourse(1, [aDate(11, '2026-12-03')]), aCourse(2, [aDate(21, '2026-12-01')])],
      21,
    ],
    [
      'is one with a free seat before an earlier full one',
      [aCourse(1, [aDate(11, '2026-12-01', full)]), aCourse(2, [aDate(21, '2026-12-20')])],
      21,
    ],
    ['is the soonest full one when all are full', [aCourse(1, [aDate(11, '2026-12-01', full)])], 11],
    ['is none that has begun', [aCourse(1, [aDate(11, '2026-11-25'), aDate(12, '2026-12-01')])], 12],
    ['is none without dates', [aCourse(1, [])], undefined],
  ])('%s', (_, courses, id) => expect(nextOf(...courses)).toBe(id))
})

describe('the way to a training', () => {
  const spaces = [aSpace({ emailAddress: 'hallo@halle9.example' })]
  const machine = aMachine({ id: 13, requiresTraining: true })
  let warned: number

  beforeEach(() => {
    warned = 0
  })

  const waysWith = (courses: Course[] | Error, locale: 'de' | 'en' = 'de') => {
    const services = {
      backend: {
        instructions: async () => [{ slug: 'werkstatt', training: 3, title: { de: 'Regeln', en: 'Rules' } }],
        courses: () => (courses instanceof Error ? Promise.reject(courses) : Promise.resolve(courses)),
      },
      connector: { trainingCourses: async () => [metal, laser] },
      log: { warn: () => (warned += 1) },
      now: () => new Date('2026-11-25T18:30:00Z'),
    }
    return loadTrainingWays(services as unknown as SiteServices, locale)
  }
  const grants = [9]
  const title = { de: 'Metall: Einweisung', en: 'Metal training' }

  test.each([
    [
      'de' as const,
      '/events/7-metall-einweisung/sign-up?date=71',
      title.de,
      'Nächster Termin: Di\u00a001.12., 18:00\u00a0Uhr · noch 3 Plätze',
    ],
    [
      'en' as const,
      '/en/events/7-metal-training/sign-up?date=71',
      title.en,
      'Next date: Tue\u00a01\u00a0Dec, 18:00 · 3 places left',
    ],
  ])('leads to the course and says its next date, in %s', async (locale, href, label, next) => {
    const wayOf = await waysWith([aCourse(7, [aDate(71, '2026-12-01')], { title, grants })], locale)
    expect(wayOf(machine, spaces)).toEqual({ steps: [{ href, label, next }] })
  })

  test('leads to the instruction that is needed before', async () => {
    const course = aCourse(7, [aDate(71, '2026-12-01')], { title, grants, requires: [3] })
    const de = (await waysWith([course]))(machine, spaces)
    expect(de?.steps).toMatchObject([
      {
        href: '/instruction/werkstatt',
        label: 'Zuerst: Regeln',
        next: 'Jederzeit online: lesen, dann Fragen beantworten.',
      },
      { label: 'Danach: Metall: Einweisung' },
    ])
    const en = (await waysWith([course], 'en'))(machine, spaces)
    expect(en?.steps[0]).toMatchObject({ href: '/en/instruction/werkstatt' })
  })

  test('names what is needed before and has no date, each after what it needs itself', async () => {
    const wayOf = await waysWith([
      aCourse(7, [aDate(71, '2026-12-01')], { title, grants, requires: [1] }),
      aCourse(8, [], { title: { de: 'Laser', en: 'Laser' }, grants: [1], requires: [2] }),
      aCourse(9, [], { title: { de: 'Sicherheit', en: 'Safety' }, grants: [2], requires: [1] }),
    ])
    expect(wayOf(machine, spaces)?.steps).toMatchObject([
      { label: title.de, next: expect.stringMatching(/3 Plätze\nDavor brauchst du: Sicherheit, Laser\.$/) },
    ])
  })

  test('leads to each training where several are needed before', async () => {
    const wayOf = await waysWith([
      aCourse(7, [aDate(71, '2026-12-03')], { title, grants, requires: [1] }),
      aCourse(8, [aDate(81, '2026-12-02')], {
        title: { de: 'Laser', en: 'Laser' },
        grants: [1],
        requires: [2],
      }),
      aCourse(9, [aDate(91, '2026-12-01')], { title: { de: 'Sicherheit', en: 'Safety' }, grants: [2] }),
    ])
    expect(wayOf(machine, spaces)?.steps.map(({ label }) => label)).toEqual([
      'Zuerst: Sicherheit',
      'Zuerst: Laser',
      'Danach: Metall: Einweisung',
    ])
  })

  test('leads to the course that is needed before, and to a date after it', async () => {
    const courses = [
      aCourse(7, [aDate(71, '2026-11-30'), aDate(72, '2026-12-01'), aDate(73, '2026-12-02')], {
        title,
        grants,
        requires: [1],
      }),
      aCourse(8, [aDate(81, '2026-11-29', full), aDate(82, '2026-12-01')], {
        title: { de: 'Laser', en: 'Laser' },
        grants: [1],
      }),
    ]
    expect((await waysWith(courses))(machine, spaces)).toMatchObject({
      steps: [
        {
          href: '/events/8-laser/sign-up?date=82',
          label: 'Zuerst: Laser',
          next: 'Nächster Termin: Di\u00a001.12., 18:00\u00a0Uhr · noch 3 Plätze',
        },
        {
          href: '/events/7-metall-einweisung/sign-up?date=73',
          label: 'Danach: Metall: Einweisung',
          next: 'Nächster Termin: Mi\u00a002.12., 18:00\u00a0Uhr · noch 3 Plätze',
        },
      ],
      // A member who has the first training takes the soonest date.
      ready: {
        href: '/events/7-metall-einweisung/sign-up?date=71',
        label: title.de,
        next: 'Nächster Termin: Mo\u00a030.11., 18:00\u00a0Uhr · noch 3 Plätze',
        unlocked: [1],
      },
    })
  })

  test('says when all dates are full', async () => {
    const wayOf = await waysWith([aCourse(7, [aDate(71, '2026-12-01', full)], { title, grants })])
    expect(wayOf(machine, spaces)).toMatchObject({
      steps: [{ href: '/events/7-metall-einweisung', next: 'Alle Termine sind gerade ausgebucht.' }],
    })
  })

  test.each<[string, Course[]]>([
    ['no course gives it', [aCourse(7, [aDate(71, '2026-12-01')], { grants: [1] })]],
    ['its courses have no coming date', [aCourse(7, [aDate(71, '2026-11-24')], { grants })]],
  ])('leads to the address of the space where %s', async (_, courses) => {
    const wayOf = await waysWith(courses)
    expect(wayOf(machine, spaces)).toEqual({
      steps: [
        {
          href: 'mailto:hallo@halle9.example',
          label: 'hallo@halle9.example',
          next: 'Zurzeit steht kein Termin fest. Schreib uns, dann finden wir einen.',
        },
      ],
    })
    expect(wayOf(machine, [aSpace({ emailAddress: null })])).toMatchObject({ steps: [{ href: '/events' }] })
  })

  test('leads to all dates while the courses cannot be read', async () => {
    const wayOf = await waysWith(new Error('down'), 'en')
    expect(wayOf(machine, spaces)).toEqual({ steps: [{ href: '/en/events', label: 'All dates', next: '' }] })
    expect(warned).toBe(1)
  })

  test('is none for equipment without a required training', async () => {
    const wayOf = await waysWith([])
    expect(wayOf({ ...machine, requiresTraining: false }, spaces)).toBeNull()
  })
})

test('in the demo each of the 14 machines that require a training has a date with a free seat', async () => {
  const services = demoServices()
  const spaces = await services.connector.spaces()
  const wayOf = await loadTrainingWays(services, 'de')
  const machines = (await services.connector.equipment({})).filter(({ requiresTraining }) => requiresTraining)
  expect(machines).toHaveLength(14)
  for (const machine of machines)
    expect(wayOf(machine, spaces)?.steps.at(-1), machine.name).toMatchObject({
      href: expect.stringMatching(/^\/events\/\d+-[^/]+\/sign-up\?date=\d+$/),
      next: expect.stringMatching(/^Nächster Termin: .+ · noch \d+ (Platz|Plätze)$/),
    })
})
