import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { aCourse, aDate } from '../events/events.fixture.ts'
import '../i18n/message-files.server.ts'
import { SignUpForm } from './sign-up-form.tsx'

/** The form of a member for a date with so many free seats. */
function formFor(freeSeats: number): string {
  const date = aDate(11, '2026-12-01', { freeSeats })
  const quote = {
    dateId: 11,
    ownPrice: '29.00',
    otherPrice: '29.00',
    taxPercent: '19.00',
    isNameKnown: true,
    isBirthKnown: true,
    isMinor: false,
    canPay: true,
    missing: [],
    place: null,
  }
  const Page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <SignUpForm course={aCourse(1, [date])} date={date} quote={quote} freeUntil={null} />
    </QueryClientProvider>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Page, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
}

test('the form of a full date says so before it asks anything, and orders nothing', () => {
  const html = formFor(0)
  expect(html).toMatch(/^<form[^>]*><p class="notice">Dieser Termin ist gerade ausgebucht\./)
  expect(html).not.toMatch(/Du bestellst|Gesamtpreis|Zahlungspflichtig/)
  const free = formFor(2)
  expect(free).not.toContain('ausgebucht')
  expect(free).toMatch(/Du bestellst.*Gesamtpreis.*Zahlungspflichtig/)
})
