import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { CourseDate } from '../../contracts/course.ts'
import { aCourse, aDate } from '../events/events.fixture.ts'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { Card } from './cards.tsx'
import { PageDataProvider, type StoryCard } from './page-data.tsx'

const card: StoryCard = {
  uuid: 'a',
  slug: 'loeten',
  kind: 'workshop',
  title: 'Löten',
  summary: '',
  href: '/kurse/loeten',
  picture: null,
  label: '',
  foreignId: 1,
}
const labels = { 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} }
const none = { machines: [], workshops: [], stories: {}, projects: [], packages: [], index: [] }

/** The words of the card, and what the page script fills in. */
function words(dates: CourseDate[] | null, locale: 'de' | 'en' = 'de') {
  const courses = dates ? [aCourse(1, dates, { price: '49.00' })] : []
  const data = { ...none, labels, courses, trainings: {}, week: null, drawings: {} }
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <PageDataProvider data={data}>
        <Card card={card} />
      </PageDataProvider>
    </LocaleContext>,
  )
  const live = [...html.matchAll(/data-live="([^"]*)"/g)].map(([, subject]) => subject)
  return {
    text: html
      .replace(/<[^>]*>/g, '')
      .replace(/\s+/g, ' ')
      .trim(),
    live,
  }
}

const dates = [aDate(11, '2026-11-24'), aDate(12, '2026-12-01')]

test('the card of a course has its next date and its price; free seats are live', () => {
  expect(words(dates)).toEqual({
    text: 'LötenNächster Termin: Di 24.11., 18:00 Uhr und weitere Termine49,00 €',
    live: ['date 11 seats'],
  })
  expect(words(dates.slice(0, 1), 'en').text).toBe('LötenNext date: Tue 24 Nov, 18:00 €49.00')
})

test('a date with a free seat comes before a full one; where all are full it is the first', () => {
  const [full, free] = [aDate(11, '2026-11-24', { freeSeats: 0 }), aDate(12, '2026-12-01')]
  expect(words([full, free])).toEqual({
    text: 'LötenNächster Termin: Di 01.12., 18:00 Uhr 49,00 €',
    live: ['date 12 seats'],
  })
  expect(words([full]).live).toEqual(['date 11 seats'])
})

test('a course without a date says so', () =>
  expect(words([])).toEqual({ text: 'LötenTermine folgen49,00 €', live: [] }))

test('while the backend is unavailable the card says nothing of dates', () =>
  expect(words(null)).toEqual({ text: 'Löten', live: [] }))
