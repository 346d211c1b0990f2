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
    '3 Tage ab Do 03.12.',
    'Do 10.12. 18:00 bis 20:00 Uhr',
    'Abgesagt: Dienstag, 8. Dezember',
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
