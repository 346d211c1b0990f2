import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { StoreError } from '../../../clients/store-error.ts'
import { LocaleContext } from '../../i18n/locale.ts'
import '../../i18n/message-files.server.ts'
import * as session from '../../session/session.ts'
import { anonymous } from '../../session/start.ts'
import Invoices from './invoices.tsx'
import Order from './order.tsx'
import TeamPackage from './packagesTeam.tsx'
import PlacedOrder from './placed-order.tsx'

/** Lets somebody be signed in whose member is missing for a reason. A module mock would miss screens that another file has loaded. */
const signedIn = (error: 'noMember' | null) =>
  vi.spyOn(session, 'useSession').mockReturnValue({ ...anonymous, status: 'authenticated', error })
afterEach(() => void vi.restoreAllMocks())

/** The text of a screen in English. @param client holds what was loaded */
function shown(Screen: ComponentType, client = new QueryClient()): string {
  const Page = () => (
    <LocaleContext value="en">
      <QueryClientProvider client={client}>
        <Screen />
      </QueryClientProvider>
    </LocaleContext>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/:number?', Component: Page, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(
    <Stub initialEntries={['/B-1']} hydrationData={{ loaderData: { root: { config } } }} />,
  ).replaceAll(/<[^>]+>/g, ' ')
}

test.each([
  ['invoices', Invoices, /No invoice yet/],
  ['the package of a team', TeamPackage, /You are not in a team/],
  ['an offer', Order, /Your account is ready.*Become a member/],
  ['an order', PlacedOrder, /You have no order with this number.*To my invoices/],
])('an account without a membership sees no failure instead of %s', (_, Screen, text) => {
  signedIn('noMember')
  expect(shown(Screen)).toMatch(text)
})

test('an unknown order offers no second try', () => {
  signedIn(null)
  const client = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
  const problem = { type: '', title: '', status: 404, code: 'notFound', message: 'Das gibt es hier nicht.' }
  const error = new StoreError(404, problem)
  client
    .getQueryCache()
    .build(client, { queryKey: ['order', undefined, 'B-1'] })
    .setState({ error, status: 'error' })
  const text = shown(PlacedOrder, client)
  expect(text).toMatch(/You have no order with this number/)
  expect(text).not.toContain('Try again')
})
