import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { InvoiceEntry } from '../../../contracts/invoice.ts'
import { LocaleContext, type Locale } from '../../i18n/locale.ts'
import '../../i18n/message-files.server.ts'
import { InvoiceTable } from './invoices.tsx'

const invoice = (id: number, locale: Locale, title: string): InvoiceEntry => ({
  id,
  number: `H9-2026-00000${id}`,
  kind: 'invoice',
  locale,
  issuedOn: '2026-12-01',
  dueOn: '2026-12-15',
  grossCents: 1200,
  state: 'open',
  paidCents: 0,
  canBePaid: false,
  title,
  files: ['pdf'],
})

/** The table of a German and an English invoice, as markup. */
function shown(locale: Locale): string {
  const invoices = [invoice(1, 'de', 'Buchung Lasercutter'), invoice(2, 'en', 'Booking laser cutter')]
  const Screen = () => (
    <LocaleContext value={locale}>
      <QueryClientProvider client={new QueryClient()}>
        <InvoiceTable invoices={invoices} />
      </QueryClientProvider>
    </LocaleContext>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
}

test.each([
  ['de', '<b>Buchung Lasercutter</b>', '<span class="line hint" lang="en">Booking laser cutter</span>'],
  ['en', '<span class="line hint" lang="de">Buchung Lasercutter</span>', '<b>Booking laser cutter</b>'],
] as const)(
  'in %s a title in the other language stands below the number and says which one',
  (locale, german, english) => {
    const markup = shown(locale)
    expect(markup).toContain(german)
    expect(markup).toContain(english)
  },
)
