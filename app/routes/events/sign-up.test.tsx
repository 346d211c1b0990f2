import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { aCourse, aDate, eventsRequest } from '../../events/events.fixture.ts'
import '../../i18n/message-files.server.ts'
import type { Route } from './+types/sign-up'
import SignUpScreen, { loader } from './sign-up.tsx'

test('without a chosen date each date says in which language it is held, how many seats it has, and what it costs', async () => {
  const dates = [aDate(401, '2026-12-02'), { ...aDate(402, '2026-12-03'), freeSeats: 0 }]
  const course = aCourse(3, dates, { title: { de: 'Nähen', en: 'Sewing' }, price: '49.00' })
  const asked = eventsRequest('/events/3-naehen/sign-up', [course])
  const { data } = await loader({ ...asked, params: { course: '3-naehen' } } as unknown as Route.LoaderArgs)
  const Page = () => <SignUpScreen {...({ loaderData: data } as Route.ComponentProps)} />
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Page, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  const page = <Stub hydrationData={{ loaderData: { root: { config } } }} />
  const text = renderToStaticMarkup(page).replaceAll(/<[^>]+>|\s/g, ' ')
  expect(text).toMatch(
    /2\. Dezember.*auf Deutsch · +noch 3 Plätze · 49,00 €.*3\. Dezember.*ausgebucht · 49,00 €/,
  )
})
