import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aCourse, aDate } from '../events/events.fixture.ts'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { StoryCourse, WorkshopDetails } from './details.tsx'
import { type PageData, PageDataProvider } from './page-data.tsx'

function html(dates = [aDate(12, '2026-12-16')]): string {
  const data = { courses: [aCourse(1, dates)] } as PageData
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

test('each date of a course leads to its sign-up, and can be kept in a calendar', () => {
  const page = html()
  expect(page).toContain('/sign-up?date=12"')
  expect(page).toContain('href="/events/1/12.ics"')
})

test('free seats, and the next date after a full one, are live: the page may come from the cache', () => {
  const page = html([aDate(12, '2026-12-16', { freeSeats: 0 })])
  expect(page).toContain('data-live="date 12 seats"')
  expect(page).toContain('data-live="date 12 nextFree"')
  expect(page).not.toContain('ausgebucht')
})

test('without dates nobody can sign up', () => {
  expect(html([])).not.toContain('sign-up')
})
