import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { aCourse, aDate, eventsRequest } from '../../events/events.fixture.ts'
import '../../i18n/message-files.server.ts'
import type { Route } from './+types/guest'
import GuestSignUp, { action, loader } from './guest.tsx'

/** The page of a date that cannot be booked, with these dates planned. */
async function pageOf(dates: ReturnType<typeof aDate>[]): Promise<string> {
  const course = aCourse(3, dates, { title: { de: 'Nähen', en: 'Sewing' } })
  const asked = eventsRequest('/events/3-naehen/guest?date=401', [course])
  const { data } = await loader({ ...asked, params: { course: '3-naehen' } } as unknown as Route.LoaderArgs)
  const Page = () => <GuestSignUp {...({ loaderData: data } as Route.ComponentProps)} />
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  return renderToStaticMarkup(<Stub />)
}

test('the form of guests says that a date is closed, and leads to the others', async () => {
  const html = await pageOf([aDate(402, '2026-12-03')])
  expect(html).toContain('Dieser Termin lässt sich nicht mehr buchen.')
  expect(html).toContain('href="/events/3-naehen"')
  expect(await pageOf([])).toContain('Zurzeit ist kein Termin geplant.')
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
