import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aCourse, aDate } from '../events/events.fixture.ts'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { StoryCourse, WorkshopDetails } from './details.tsx'
import { type PageData, PageDataProvider } from './page-data.tsx'

function html(askAddress: string | null, dates = [aDate(12, '2026-12-16')]): string {
  const data = { courses: [aCourse(1, dates)], askAddress } as PageData
  return renderToStaticMarkup(
    <LocaleContext value="de">
      <PageDataProvider data={data}>
        <StoryCourse value={1}>
          <WorkshopDetails block={{ component: 'workshop-details', _uid: '', course: null }} />
        </StoryCourse>
      </PageDataProvider>
    </LocaleContext>,
  )
}

test('each date of a course can be asked for and kept in the page of the course itself', () => {
  const page = html('hallo@halle9.example')
  const subject = /href="mailto:hallo@halle9\.example\?subject=([^"]*)"/.exec(page)?.[1]
  expect(decodeURIComponent(subject ?? '')).toBe(
    'Platz anfragen: Einweisung Laser & Größe, Mittwoch, 16. Dezember 2026, 18:00 bis 20:00 Uhr',
  )
  expect(page).toContain('href="/events/1/12.ics"')
})

test('free seats, and the next date after a full one, are live: the page may come from the cache', () => {
  const page = html('hallo@halle9.example', [aDate(12, '2026-12-16', { freeSeats: 0 })])
  expect(page).toContain('data-live="date 12 seats"')
  expect(page).toContain('data-live="date 12 nextFree"')
  expect(page).not.toContain('ausgebucht')
})

test('without an address nothing can be asked for by mail, and without dates nothing at all', () => {
  expect(html(null)).not.toContain('mailto:')
  expect(html(null)).toContain('Einen Platz bekommst du am Tresen')
  expect(html('hallo@halle9.example', [])).not.toContain('Platz anfragen')
})
