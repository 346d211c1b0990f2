import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Credit } from '../../../contracts/credit.ts'
import type { Team } from '../../../contracts/team.ts'
import '../../i18n/message-files.server.ts'
import { Balance, Entries } from './credits.tsx'

const own: Credit = {
  id: 1,
  member: 3,
  scope: 'usage',
  amount: '20.00',
  remaining: '13.60',
  fromDate: null,
  untilDate: null,
  createdAt: '2026-09-19T06:00:00Z',
}

/** The balance and entries of somebody with these credits of their own and these of a team, as markup. */
function shown(credits: Credit[], shared: Team['credits'] | undefined): string {
  const client = new QueryClient()
  const team = shared === undefined ? null : { credits: shared }
  client.setQueryData(['team', undefined], { team })
  const Screen = () => (
    <QueryClientProvider client={client}>
      <Balance credits={credits} />
      <Entries credits={credits} />
    </QueryClientProvider>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
}

test('shared credits stand beside those of the member, and the page says which are used first', () => {
  const shared = { amountCents: 15_000, remainingCents: 4470, untilDate: '2026-12-25' }
  const markup = shown([own], shared)
  expect(markup).toContain('447 Credits')
  expect(markup).toContain('136 Credits')
  expect(markup).toContain('Deine eigenen · Für Material und Nutzung')
  expect(markup).toContain('gleich ob gemeinsame oder eigene')
  expect(shown([], shared)).toContain('447 Credits')
})

test('nothing is said of shared credits where none are shared', () => {
  expect(shown([own], undefined)).not.toMatch(/gemeinsam|eigene/)
  expect(shown([own], null)).not.toMatch(/gemeinsam|eigene/)
  expect(shown([], null)).toContain('Hier hat jeder Platz seine eigenen Credits')
})

test('entries say that what is used up or has expired is not among them', () => {
  expect(shown([own], null)).toMatch(/Hier steht nur, wovon du heute noch etwas hast.*13,60/)
  expect(shown([], null)).not.toContain('Hier steht nur')
})
