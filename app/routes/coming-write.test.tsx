import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import * as paths from '../paths.ts'
import ComingScreen from './coming.tsx'

/** The addresses of the buttons of `/team/start`, the main one first. */
function actions(address: string, email: string | null): (string | undefined)[] {
  const Screen = ComingScreen as unknown as React.ComponentType<{ matches: object[] }>
  const Shown = () => (
    <LocaleContext value="de">
      <Screen matches={[{ id: 'team/start' }]} />
    </LocaleContext>
  )
  const Stub = createRoutesStub([
    { id: 'root', path: '/', children: [{ path: 'team/start', Component: Shown }] },
  ])
  const html = renderToStaticMarkup(
    <Stub initialEntries={[address]} hydrationData={{ loaderData: { root: { space: { email } } } }} />,
  )
  return [...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)
}

test('the main action is a mail with the chosen package as its subject', () => {
  const chosen = paths.choosePackage('de', 'team', 'Schule & Verein')
  expect(actions(chosen, 'hallo@halle9.example')).toEqual([
    'mailto:hallo@halle9.example?subject=Als%20Team%20kommen%3A%20Schule%20%26%20Verein',
    '/',
  ])
  expect(actions('/team/start', 'hallo@halle9.example')[0]).toBe(
    'mailto:hallo@halle9.example?subject=Als%20Team%20kommen',
  )
})

test('a space without an address has no mail action', () => {
  expect(actions('/team/start', null)).toEqual(['/'])
})
