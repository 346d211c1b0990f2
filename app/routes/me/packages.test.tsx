import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { MemberPackage } from '../../../contracts/member.ts'
import type { Package } from '../../../contracts/package.ts'
import type { Subscription } from '../../../contracts/subscription.ts'
import type { Team } from '../../../contracts/team.ts'
import '../../i18n/message-files.server.ts'
import { PackageList } from './packages.tsx'

const seat: MemberPackage = {
  id: 1,
  name: 'Team',
  fromDate: '2026-03-01',
  untilDate: null,
  allowsBooking: true,
  recurringFee: '149.00',
  recurringFeePeriod: 'month',
  bookingFeeDiscountPercent: '10.00',
}
const basis = { ...seat, name: 'Basis', recurringFee: '19.90' }
const offers = ['Team', 'Basis'].map((name) => ({
  kind: name === 'Team' ? 'team' : 'member',
  name: { de: name, en: name },
  gives: { de: ['Laut Preisliste'], en: ['As listed'] },
})) as Package[]
const contract = {
  name: { de: 'Basis', en: 'Basic' },
  period: 'month',
  state: 'active',
  cancelOn: null,
  change: null,
  lastDay: '2026-12-22',
} as Subscription
const people = [
  { role: 'owner', name: 'Lea Sommer' },
  { role: 'member', name: 'Kai Winter' },
]
const credits = { amountCents: 15_000, remainingCents: 4470, untilDate: null }
const memberOf = (role: Team['role'], change: object = {}) =>
  ({ role, people, credits, contract: null, ...change }) as Team

/** The text of the screen of somebody with a package, a contract of their own and a team. */
function shown(owned: MemberPackage, team: Team | null, subscription: Subscription | null = null): string {
  const client = new QueryClient()
  client.setQueryData(['team', undefined], { team })
  client.setQueryData(['subscription', undefined], { subscription })
  const Screen = () => (
    <QueryClientProvider client={client}>
      <PackageList packages={[owned]} offers={offers} />
    </QueryClientProvider>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen, loader: () => null }])
  const root = { config: { backendUrl: 'https://halle9.example/api' }, space: { email: 'an@halle9.example' } }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root } }} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

test.each(['member', 'manager'] as const)(
  'the %s of a team sees who has its package, and what is theirs',
  (role) => {
    const text = shown(seat, memberOf(role))
    expect(text).toMatch(/Laufzeit läuft weiter Verwaltet von Lea Sommer/)
    expect(text).toMatch(/Maschinen buchen .*10 % Rabatt.*Gemeinsame Credits deines Teams/)
    expect(text).toContain('Zu deinem Team')
    expect(text).not.toMatch(/Laut Preisliste|kündbar|Schreib uns|149/)
    expect(shown(seat, memberOf(role, { credits: null }))).not.toContain('Gemeinsame Credits')
  },
)

test('the owner of a team sees what all seats have, and that the contract can be cancelled', () => {
  const text = shown(seat, memberOf('owner', { contract }))
  expect(text).toMatch(/läuft weiter, monatlich kündbar .*Laut Preisliste .*Vertrag und Plätze .*Schreib uns/)
  expect(text).not.toContain('Verwaltet von')
})

test('a package that was set up by hand says where it is paid', () => {
  const text = shown(basis, null)
  expect(text).toMatch(/Laufzeit läuft weiter Das gehört dazu/)
  expect(text).toMatch(/haben wir für dich eingerichtet\. .*Du zahlst es am Tresen/)
  expect(shown({ ...basis, recurringFee: '0.00' }, null)).not.toContain('Tresen')
  expect(shown(basis, null, contract)).not.toContain('Tresen')
})

test.each([
  ['in a month', {}, 'Laufzeit läuft weiter, monatlich kündbar'],
  ['in a year', { period: 'year' }, 'Laufzeit läuft weiter Das'],
  ['that is cancelled', { cancelOn: '2026-12-22' }, 'Bis 22. Dezember 2026'],
  ['of another package', { name: { de: 'Plus', en: 'Plus' } }, 'Laufzeit läuft weiter Das'],
])('with a contract %s the package says how it goes on', (_, change, text) => {
  expect(shown(basis, null, { ...contract, ...change } as Subscription)).toContain(text)
})
