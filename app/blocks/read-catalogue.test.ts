import { describe, expect, test } from 'vitest'
import { aCourse, aDate, eventsRequest } from '../events/events.fixture.ts'
import { servicesOf } from '../context.ts'
import '../i18n/message-files.server.ts'
import { aMachine, aSpace } from '../booking/booking.fixture.ts'
import { readCourses, readPackages, readTrainings } from './read-catalogue.ts'

const down = () => Promise.reject(new Error('down'))
const idsOf = (courses: Awaited<ReturnType<typeof readCourses>>) =>
  courses.map(({ dates }) => dates.map(({ id }) => id))

test('a page gets the next six dates of a course and none in the past', async () => {
  const days = ['24', '25', '26', '27', '28', '29', '30'].map((day, index) => aDate(index, `2026-11-${day}`))
  const running = aDate(7, '2026-11-25', { untilDateTime: '2026-11-25T19:31' })
  const over = aDate(8, '2026-11-25', { untilDateTime: '2026-11-25T19:30' })
  const { context } = eventsRequest('/', [aCourse(1, days), aCourse(2, [running, over])])
  expect(idsOf(await readCourses(servicesOf(context)))).toEqual([[1, 2, 3, 4, 5, 6], [7]])
})

test('without the backend a page has no courses and no packages', async () => {
  const backend = { courses: down, packages: down } as never
  const services = servicesOf(eventsRequest('/', [], { backend }).context)
  expect(await readCourses(services)).toEqual([])
  expect(await readPackages(services, 'de')).toEqual([])
})

describe('the trainings of equipment', () => {
  const connector = {
    spaces: async () => [aSpace({ emailAddress: 'hallo@halle9.example' })],
    equipment: async () => [
      aMachine({ id: 1 }),
      aMachine({ id: 2 }),
      aMachine({ id: 3, requiresTraining: false }),
      aMachine({ id: 4 }),
    ],
    trainingCourses: async () => [{ id: 9, title: 'Metall', resources: [1, 3, 4] }],
  }
  const dates = ['25', '26', '28', '29'].map((day, index) => aDate(10 + index, `2026-11-${day}`))
  const courses = [
    aCourse(1, dates, { grants: [9], title: { de: 'Metall', en: 'Metal' } }),
    aCourse(2, [aDate(21, '2026-11-27', { freeSeats: 0 })], {
      grants: [9],
      title: { de: 'Große', en: 'Large' },
    }),
  ]
  const read = (given: typeof courses | Error, ids: number[]) =>
    readTrainings(servicesOf(eventsRequest('/', given, { connector } as never).context), 'en', ids)

  test('are the next two dates that have not begun, of all courses; the address where there is none', async () => {
    const email = 'hallo@halle9.example'
    expect(await read(courses, [1, 2, 3])).toEqual({
      1: {
        dates: [
          { id: 11, course: 'Metal', fromDateTime: '2026-11-26T18:00', href: '/en/events/1-metal' },
          { id: 21, course: 'Large', fromDateTime: '2026-11-27T18:00', href: '/en/events/2-large' },
        ],
        email,
      },
      2: { dates: [], email },
    })
  })

  test('are missing while the backend is away', async () => {
    expect(await read(new Error('down'), [1])).toEqual({})
  })
})

test('a package is in the language of the page and says who may buy it', async () => {
  const texts = (de: string, en: string) => ({ de, en })
  const youth = {
    id: 4,
    kind: 'member',
    name: texts('Jugend', 'Youth'),
    description: texts('Wie Basis.', 'As Basic.'),
    fee: '12.00',
    period: 'month',
    allowsBooking: true,
    credit: '10.00',
    bookingDiscount: '0.00',
    seats: null,
    requirement: texts('Bis 26.', 'Up to 26.'),
    gives: { de: ['100 Credits'], en: ['100 credits'] },
  }
  const backend = { packages: async () => ({ packages: [youth], creditPacks: [] }) } as never
  const services = servicesOf(eventsRequest('/', [], { backend }).context)
  expect(await readPackages(services, 'en')).toEqual([
    {
      id: 4,
      kind: 'member',
      name: 'Youth',
      description: 'As Basic. Up to 26.',
      price: '12.00',
      fee: '€12.00',
      period: 'a month',
      gives: ['100 credits'],
    },
  ])
})
