import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { aCourse, aDate } from '../events/events.fixture.ts'
import '../i18n/message-files.server.ts'
import { GuestSignUpView } from './guest-place.tsx'

test.each([
  [1, 'Dieser Termin ist gerade ausgebucht.'],
  [2, 'So viele Plätze sind gerade nicht frei.'],
])('a full date is named for %i people', (party, text) => {
  const date = aDate(11, '2026-12-01', { freeSeats: party - 1 })
  const signUp = { courseId: 1, dateId: 11, course: aCourse(1, [date]), date, freeUntil: null, party }
  const Page = () => (
    <GuestSignUpView signUp={{ ...signUp, price: '29.00', taxPercent: null, isFull: true }} />
  )
  const Stub = createRoutesStub([{ path: '/', Component: Page }])
  const html = renderToStaticMarkup(<Stub />)
  expect(html).toContain(text)
  // Before the price, which nobody owes yet.
  expect(html.indexOf(text)).toBeLessThan(html.indexOf('<dl'))
  expect(html).not.toMatch(/nimm deinen Platz|Du bestellst|Gesamtpreis/)
})
