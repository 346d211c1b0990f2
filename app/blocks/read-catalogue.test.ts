import { expect, test } from 'vitest'
import { aCourse, aDate, eventsRequest } from '../events/events.fixture.ts'
import { servicesOf } from '../context.ts'
import '../i18n/message-files.server.ts'
import { readCourses, readPackages } from './read-catalogue.ts'

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
