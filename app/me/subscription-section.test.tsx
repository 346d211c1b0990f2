import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Subscription } from '../../contracts/subscription.ts'
import '../i18n/message-files.server.ts'
import { Consequences, Standing } from './subscription-section.tsx'

const contract: Subscription = {
  name: { de: 'Basis', en: 'Basic' },
  priceCents: 1990,
  period: 'month',
  state: 'active',
  isCharged: true,
  lastDay: '2026-12-22',
  nextPayment: { day: '2026-12-23', by: 'card', last4: '4242' },
  change: null,
  cancelOn: null,
}
const change: Subscription['change'] = {
  name: { de: 'Werkbank Plus', en: 'Bench Plus' },
  priceCents: 7900,
  period: 'month',
  fromDate: '2026-12-23',
}

function shown(Part: typeof Standing | typeof Consequences, changed: Partial<Subscription>): string {
  const Page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <Part subscription={{ ...contract, ...changed }} />
    </QueryClientProvider>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Page, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
}

test('the question before a cancellation says that an ordered change of package is dropped', () => {
  expect(shown(Consequences, { change })).toContain('Dein Wechsel zu Werkbank Plus entfällt')
  expect(shown(Consequences, {})).not.toContain('Wechsel')
})

test('a contract says what is paid next, when and from where', () => {
  const running = shown(Standing, {})
  expect(running).toMatch(/<b>19,90\s€<\/b>/)
  for (const part of ['am 23.', 'für Basis', 'Karte', 'Endet auf 4242', 'Zahlungsart ändern'])
    expect(running).toContain(part)
  const changing = shown(Standing, { change })
  expect(changing).toMatch(/<b>79,00\s€<\/b>/)
  expect(changing).toContain('hast du das Paket Werkbank Plus.')
})

test('a contract that is cancelled or suspended promises no payment', () => {
  const cancelled = shown(Standing, { cancelOn: '2026-12-22', nextPayment: null })
  expect(cancelled).toContain('<b>Keine</b>')
  expect(cancelled).not.toContain('jederzeit zu diesem Tag')
  expect(shown(Standing, { state: 'suspended', nextPayment: null })).not.toContain('Nächste Zahlung')
})
