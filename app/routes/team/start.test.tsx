import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { SignUpAssertion } from '../../../contracts/sign-up.ts'
import '../../i18n/message-files.server.ts'
import * as assertions from '../../sign-up/use-assertion.ts'
import type { Route } from './+types/start'
import type { Route as UserRoute } from './+types/user'
import TeamStart from './start.tsx'
import TeamUser from './user.tsx'

afterEach(() => void vi.restoreAllMocks())

const Start = (props: { loaderData: object }) => <TeamStart {...(props as unknown as Route.ComponentProps)} />
const User = (props: { loaderData: object }) => (
  <TeamUser {...(props as unknown as UserRoute.ComponentProps)} />
)

/** A page for somebody with a part in a team, as markup. */
function shown(team: SignUpAssertion['team'], signUp: object | null = null, Step = Start): string {
  const assertion = { assertion: 'x', email: 'lea@example.org', hasPackage: true, team }
  vi.spyOn(assertions, 'useAssertion').mockReturnValue(assertion)
  const offer = { id: 6, kind: 'team', name: { de: 'Team' }, description: { de: '' }, gives: { de: [] } }
  const loaderData = { packages: [{ ...offer, fee: '149.00', requirement: null }], chosen: null, signUp }
  const Page = () => <Step loaderData={loaderData} />
  const Stub = createRoutesStub([{ id: 'root', path: '/', Component: Page, loader: () => null }])
  return renderToStaticMarkup(<Stub hydrationData={{ loaderData: { root: { config: {} } } }} />)
}
const form = /<form[^>]*>/
const formOf = (markup: string) => form.exec(markup)?.[0]

test('somebody who belongs to a team is led to it instead of the form', () => {
  const owner = shown('owner')
  expect(owner).toContain('Du gehörst schon zu einem Team.')
  expect(owner).toContain('href="/me/team"')
  expect(formOf(owner)).toContain('hidden')
  expect(owner).not.toContain('Ein eigenes Team-Paket bestellen')
  const member = shown('member')
  expect(formOf(member)).toContain('hidden')
  expect(member).toContain('Ein eigenes Team-Paket bestellen')
})

test('everybody else, and somebody whose order has begun, sees the form', () => {
  expect(shown(null)).not.toContain('Du gehörst schon')
  expect(formOf(shown(null))).not.toContain('hidden')
  const begun = { flow: 'team', item: { kind: 'team', package: 6 }, done: {} }
  expect(formOf(shown('member', begun))).not.toContain('hidden')
})

test('the step of the account is one for an owner only where a sign-up has begun', () => {
  expect(shown('owner', null, User)).toContain('href="/me/team"')
  expect(formOf(shown('owner', null, User))).toBeUndefined()
  const begun = { flow: 'team', item: { kind: 'team', package: 6 }, done: {}, email: 'it@firma.example' }
  expect(formOf(shown('owner', begun, User))).toBeDefined()
  expect(formOf(shown('member', null, User))).toBeDefined()
})
