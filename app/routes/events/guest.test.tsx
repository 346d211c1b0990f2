import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Course } from '../../../contracts/course.ts'
import { aCourse, aDate, eventsRequest } from '../../events/events.fixture.ts'
import '../../i18n/message-files.server.ts'
import type { Route } from './+types/guest'
import GuestSignUp, { action, loader } from './guest.tsx'

/** The page of a course with these dates. */
async function pageOf(
  dates: ReturnType<typeof aDate>[],
  query = '?date=401',
  change: Partial<Course> = {},
): Promise<string> {
  const course = aCourse(3, dates, { title: { de: 'Nähen', en: 'Sewing' }, ...change })
  const asked = eventsRequest(`/events/3-naehen/guest${query}`, [course])
  const { data } = await loader({ ...asked, params: { course: '3-naehen' } } as unknown as Route.LoaderArgs)
  const Page = () => <GuestSignUp {...({ loaderData: data } as Route.ComponentProps)} />
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  return renderToStaticMarkup(<Stub />)
}

const closed = 'Dieser Termin lässt sich nicht mehr buchen.'

test('the form of guests says that a date is closed, and leads to the others', async () => {
  const html = await pageOf([aDate(402, '2026-12-03')])
  expect(html).toContain(closed)
  expect(html).toContain('href="/events/3-naehen/guest?date=402"')
  expect(html).toContain('href="/events/3-naehen"')
  expect(await pageOf([])).toContain(`${closed} Zurzeit ist kein Termin geplant.`)
})

test('without a named date guests choose one', async () => {
  const html = await pageOf([aDate(402, '2026-12-03'), aDate(403, '2026-12-04', { freeSeats: 0 })], '')
  expect(html).not.toContain(closed)
  expect(html).toMatch(/guest\?date=402".*noch 3 Plätze · 29,00\s€.*guest\?date=403".*ausgebucht/)
  const none = await pageOf([], '')
  expect(none).toContain('Zurzeit ist kein Termin geplant.')
  expect(none).not.toContain(closed)
})

test('guests are told at once that a course needs an account', async () => {
  const html = await pageOf([aDate(402, '2026-12-03')], '', { grants: [4] })
  expect(html).toContain('Für diesen Kurs brauchst du ein Konto')
  expect(html).not.toContain('guest?date=')
})

test.each([
  ['29.00', 'bieten wir es dir per E-Mail an, und du bezahlst erst, wenn du annimmst.'],
  ['0.00', 'Wird etwas frei, bieten wir es dir per E-Mail an.'],
])('a full date at %s leads guests to the waiting list', async (price, text) => {
  const html = await pageOf([aDate(401, '2026-12-03', { freeSeats: 0 })], '?date=401', { price })
  expect(html).toContain('<h1>Warteliste: Nähen</h1>')
  expect(html.indexOf('Dieser Termin ist gerade ausgebucht.')).toBeLessThan(html.indexOf('<dl'))
  expect(html.replaceAll('\u2060', '')).toContain(text)
  expect(html).toContain('mit dem du auf die Warteliste kommst')
  expect(html).not.toMatch(/Platz buchen|Du bestellst|Gesamtpreis|den Platz nimmst/)
})

test('a date with seats says nothing of a waiting list', async () => {
  const html = await pageOf([aDate(401, '2026-12-03')])
  expect(html).toContain('<h1>Platz buchen: Nähen</h1>')
  expect(html).toContain('Du bestellst')
  expect(html).not.toMatch(/Warteliste|ausgebucht/)
})

test('a form that was sent to the former address of a course is sent again to the present one', async () => {
  const asked = eventsRequest('/events/3-naehkurs/guest?date=402', [aCourse(3, [aDate(402, '2026-12-03')])])
  const sent = action({ ...asked, params: { course: '3-naehkurs' } } as unknown as Route.ActionArgs)
  const redirect = await sent.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  expect(redirect).toBeInstanceOf(Response)
  const { status, headers } = redirect as Response
  expect([status, headers.get('location')]).toEqual([
    308,
    expect.stringMatching(/^\/events\/3-(?!naehkurs).*\/guest\?date=402$/),
  ])
})
