import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { Team } from '../../../contracts/team.ts'
import '../../i18n/message-files.server.ts'
import { PackageSheet } from './packagesTeam.tsx'
import { TeamSheet } from './team.tsx'

const choices = [2, 3, 4].map((seats) => ({ seats, priceCents: seats * 5000, creditCents: seats * 5000 }))
const team = {
  name: 'Atelier Nord',
  role: 'owner',
  packageName: { de: 'Team', en: 'Team' },
  seats: 3,
  people: [
    { seat: 1, name: 'Lea', role: 'owner' },
    { seat: 2, name: 'Kai', role: 'member' },
  ],
  invitations: [
    { id: 1, email: 'a@example.org', expiresOn: '2026-12-12', isOver: false },
    { id: 2, email: 'b@example.org', expiresOn: '2026-11-12', isOver: true },
  ],
  credits: null,
  nextOwner: null,
  contract: {
    name: { de: 'Team', en: 'Team' },
    priceCents: 15_000,
    period: 'month',
    state: 'active',
    isCharged: false,
    lastDay: '2026-12-22',
    nextPayment: { day: '2026-12-23', by: 'invoice', last4: null },
    change: null,
    cancelOn: null,
    nextSeats: 3,
    choices,
  },
} as unknown as Team & { contract: NonNullable<Team['contract']> }

/** The text of a screen of the team. */
function shown(Sheet: typeof PackageSheet | typeof TeamSheet, change: Partial<Team> = {}): string {
  const Screen = () => (
    <QueryClientProvider client={new QueryClient()}>
      <Sheet team={{ ...team, ...change }} />
    </QueryClientProvider>
  )
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Screen, loader: () => null }])
  const config = { backendUrl: 'https://halle9.example/api' }
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config } } }} />)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}
const withChoices = (change: object[]) =>
  shown(PackageSheet, { contract: { ...team.contract, choices: change as typeof choices } })

test('the package of a team says how many seats are taken and what its seats share', () => {
  expect(shown(PackageSheet)).toMatch(
    /Plätze 2 von 3 vergeben, 1 eingeladen Gemeinsame Credits 1\.500 Credits im Monat Preis 150,00 € im Monat/,
  )
  expect(shown(PackageSheet, { invitations: [] })).toMatch(/2 von 3 vergeben Gemeinsame/)
})

test('each number of seats says its credits and its price, and the list why it ends', () => {
  expect(shown(PackageSheet)).toContain('4 Plätze, 2.000 Credits, 200,00 €')
  expect(shown(PackageSheet)).toContain('Alle Angaben im Monat, gültig nach dem 22. Dezember 2026.')
  expect(shown(PackageSheet)).toContain('Auf einmal geht es bis 4; insgesamt hat ein Team höchstens 50.')
  const single = withChoices([
    { seats: 1, priceCents: 5000, creditCents: null },
    { seats: 50, priceCents: 9900, creditCents: null },
  ])
  expect(single).toContain('1 Platz, 50,00 €')
  expect(single).toMatch(/kannst du nicht wählen\. Ein Team hat höchstens 50\./)
})

test('a contract on invoice says how it is paid', () => {
  expect(shown(PackageSheet)).toContain('Du bezahlst jede Rechnung online oder per Überweisung.')
})

test('a team says how many seats are taken, and held for invitations', () => {
  expect(shown(TeamSheet)).toContain('2 von 3 Plätzen vergeben, 1 eingeladen')
  expect(shown(TeamSheet, { role: 'member', invitations: [] })).toMatch(/2 von 3 Plätzen vergeben [^,]/)
})
