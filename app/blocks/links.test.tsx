import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { ButtonLink } from './links.tsx'

function linksOf(href: string, locale: 'de' | 'en' = 'de', target: '_self' | '_blank' = '_self'): string[] {
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <ButtonLink link={{ href, target }} label="Los" variant="quiet" />
    </LocaleContext>,
  )
  return [...html.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([, attributes = '', text]) => {
    const valueOf = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
    const to = valueOf('target') ? ` ${valueOf('target')}` : ''
    return `${text}: ${valueOf('href')} (${valueOf('class')})${to}`
  })
}

test('a link into the sign-up stands beside one for members, in the language of the page', () => {
  expect(linksOf('/onboarding/start?package=Basis')).toEqual([
    'Los: /onboarding/start?package=Basis (button quiet for-visitors)',
    'Meine Buchungen: /me/bookings (button quiet for-members)',
  ])
  expect(linksOf('/en/onboarding/start', 'en')[1]).toBe(
    'My bookings: /en/me/bookings (button quiet for-members)',
  )
})

test('any other link is the same for everybody, and a harmful one is none', () => {
  expect(linksOf('/maschinen')).toEqual(['Los: /maschinen (button quiet)'])
  expect(linksOf('/onboarding/start\\..\\evil')).toEqual([])
})

test('a link into the sign-up of the other language leads to that of the page', () => {
  expect(linksOf('/onboarding/start?package=Basis', 'en')).toEqual([
    'Los: /en/onboarding/start?package=Basis (button quiet for-visitors)',
    'My bookings: /en/me/bookings (button quiet for-members)',
  ])
  expect(linksOf('/en/onboarding/start')[0]).toBe('Los: /onboarding/start (button quiet for-visitors)')
})

test('both open where the editor wants', () => {
  expect(linksOf('/onboarding/start', 'de', '_blank')).toEqual([
    'Los: /onboarding/start (button quiet for-visitors) _blank',
    'Meine Buchungen: /me/bookings (button quiet for-members) _blank',
  ])
})
