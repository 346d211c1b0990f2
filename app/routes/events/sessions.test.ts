import { expect, test } from 'vitest'
import { storyHtml } from '../../delivery/story-html.ts'
import { aCourse, aDate, eventsRequest } from '../../events/events.fixture.ts'
import { coursePage } from '../../events/load-events.server.tsx'
import '../../i18n/message-files.server.ts'

test('the page of a course shows the sessions of a date, what was called off, and the price of members', async () => {
  const evenings = ['2026-12-03', '2026-12-10', '2026-12-17']
  const sessions = evenings.flatMap((day, index) => aDate(70 + index, day).sessions)
  const series = aDate(103, '2026-12-03', { untilDateTime: '2026-12-17T20:00', sessions })
  const off = aDate(104, '2026-12-08', { state: 'cancelled' })
  const sewing = aCourse(3, [series, off], { title: { de: 'Nähen', en: 'Sewing' }, memberPrice: '19.00' })
  const asked = eventsRequest('/events/3-naehen', [sewing])
  await coursePage({ ...asked, params: { course: '3-naehen' } })
  const html = asked.context.get(storyHtml)
  for (const text of [
    '3\u00a0Tage ab Do\u00a003.12.',
    'Do\u00a010.12. 18:00 bis\u00a020:00\u00a0Uhr',
    'Abgesagt: Dienstag, 8.\u00a0Dezember',
  ])
    expect(html.replace(/<!-- -->/g, '')).toContain(text)
  expect(html).toMatch(/29,00\s€, mit laufendem Paket 19,00\s€/)
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const [course] = JSON.parse(json)['@graph']
  expect(course.offers).toMatchObject([
    { price: '29.00' },
    { price: '19.00', validForMemberTier: { name: 'Mitglieder mit laufendem Paket' } },
  ])
  expect(course.hasCourseInstance).toMatchObject([
    {
      courseWorkload: 'PT6H',
      courseSchedule: {
        repeatFrequency: 'Weekly',
        repeatCount: 3,
        duration: 'PT2H',
        endDate: '2026-12-17',
      },
      eventStatus: 'https://schema.org/EventScheduled',
      subEvent: evenings.map((day) => ({
        startDate: `${day}T18:00+01:00`,
        location: { '@type': 'Place' },
      })),
    },
    { startDate: '2026-12-08T18:00+01:00', eventStatus: 'https://schema.org/EventCancelled' },
  ])
})

test.each([
  ['/events/3-naehen', 'verschoben von Sa\u00a024.10., 18:00\u00a0Uhr'],
  ['/en/events/3-sewing', 'moved from Sat\u00a024\u00a0Oct, 18:00'],
])('%s says of a moved date when it would have been, until it is over', async (path, text) => {
  // The clocks changed between the two days.
  const moved = aDate(105, '2026-11-26', { movedFrom: '2026-10-24T18:00' })
  const isOver = aDate(106, '2026-11-24', { movedFrom: '2026-11-23T18:00' })
  const off = aDate(107, '2026-12-08', { state: 'cancelled', movedFrom: '2026-12-07T18:00' })
  const sewing = aCourse(3, [isOver, moved, off], { title: { de: 'Nähen', en: 'Sewing' } })
  const asked = eventsRequest(path, [sewing])
  await coursePage({ ...asked, params: { course: path.split('/').at(-1) ?? '' } })
  const html = asked.context.get(storyHtml)
  expect(html.match(/verschoben von [^<]*|moved from [^<]*/g)).toEqual([text])
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  const [{ hasCourseInstance }] = JSON.parse(json)['@graph']
  expect(
    hasCourseInstance.map(({ eventStatus, startDate, previousStartDate }: Record<string, string>) => [
      eventStatus,
      startDate,
      previousStartDate,
    ]),
  ).toEqual([
    ['https://schema.org/EventRescheduled', '2026-11-26T18:00+01:00', '2026-10-24T18:00+02:00'],
    ['https://schema.org/EventCancelled', '2026-12-08T18:00+01:00', undefined],
  ])
})
