import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Course, CourseDate } from '../../../contracts/course.ts'
import { aCourse, aDate, eventsRequest } from '../../events/events.fixture.ts'
import '../../i18n/message-files.server.ts'
import type { Route } from './+types/sign-up'
import { PlaceDates } from './place-dates.tsx'
import SignUpScreen, { loader } from './sign-up.tsx'

/** The page of a course with these dates for somebody who is not signed in. */
async function pageOf(dates: CourseDate[], query: string, change: Partial<Course> = {}): Promise<string> {
  const course = aCourse(3, dates, { title: { de: 'Nähen', en: 'Sewing' }, price: '49.00', ...change })
  const asked = eventsRequest(`/events/3-naehen/sign-up${query}`, [course])
  const { data } = await loader({ ...asked, params: { course: '3-naehen' } } as unknown as Route.LoaderArgs)
  const Page = () => <SignUpScreen {...({ loaderData: data } as Route.ComponentProps)} />
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Page, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
}

const full = aDate(402, '2026-12-03', { freeSeats: 0 })

test('without a chosen date each date says in which language it is held, how many seats it has, and what it costs', async () => {
  const html = await pageOf([aDate(401, '2026-12-02'), full], '')
  expect(html.replaceAll(/<[^>]+>|\s/g, ' ')).toMatch(
    /2\. Dezember.*auf Deutsch · +noch 3 Plätze · 49,00 €.*3\. Dezember.*ausgebucht · 49,00 €/,
  )
  expect(html).not.toContain('nicht mehr buchen')
})

test('a date on which the account has a place says so instead of seats and price', () => {
  const dates = [aDate(401, '2026-12-02'), aDate(403, '2026-12-04')]
  const Page = () => (
    <PlaceDates
      course={aCourse(3, dates, { price: '49.00' })}
      dates={dates}
      isClosed={false}
      hrefOf={String}
      own={new Map([[401, 'booked']])}
    />
  )
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  const [mine, other] = renderToStaticMarkup(<Stub />).split('</li>')
  expect(mine).toContain('<b>angemeldet</b>')
  expect(mine).not.toContain('49,00')
  expect(other).toContain('49,00')
})

test('a date that cannot be booked any more is named as such, above the others', async () => {
  expect(await pageOf([full], '?date=9')).toMatch(/nicht mehr buchen\..*sign-up\?date=402"/)
})

test('a full date leads to the waiting list', async () => {
  const html = await pageOf([full], '?date=402')
  expect(html).toContain('<h1>Warteliste: Nähen</h1>')
  expect(html.indexOf('Dieser Termin ist gerade ausgebucht.')).toBeLessThan(html.indexOf('<dl'))
  expect(html).toContain('>Ohne Konto auf die Warteliste</a>')
  expect(html).not.toMatch(/Platz buchen|Du bestellst|Gesamtpreis/)
})

test('a date with seats says nothing of a waiting list', async () => {
  const html = await pageOf([aDate(401, '2026-12-02')], '?date=401')
  expect(html).toContain('<h1>Platz buchen: Nähen</h1>')
  expect(html).toContain('>Ohne Konto buchen</a>')
  expect(html).not.toMatch(/Warteliste|ausgebucht/)
})
