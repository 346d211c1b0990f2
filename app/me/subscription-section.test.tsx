import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Subscription } from '../../contracts/subscription.ts'
import '../i18n/message-files.server.ts'
import { Consequences } from './subscription-section.tsx'

function shown(change: Subscription['change']): string {
  const subscription = {
    name: { de: 'Basis', en: 'Basic' },
    lastDay: '2026-12-22',
    change,
  } as Subscription
  const Page = () => (
    <QueryClientProvider client={new QueryClient()}>
      <Consequences subscription={subscription} />
    </QueryClientProvider>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Page, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
}

test('the question before a cancellation says that an ordered change of package is dropped', () => {
  const change = { name: { de: 'Werkbank Plus', en: 'Bench Plus' }, priceCents: 7900, fromDate: '2026-12-23' }
  expect(shown(change as Subscription['change'])).toContain('Dein Wechsel zu Werkbank Plus entfällt')
  expect(shown(null)).not.toContain('Wechsel')
})
