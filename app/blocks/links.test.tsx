import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { ButtonLink } from './links.tsx'

function linksOf(href: string, locale: 'de' | 'en' = 'de'): string[] {
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <ButtonLink link={{ href, target: '_self' }} label="Los" variant="quiet" />
    </LocaleContext>,
  )
  return [...html.matchAll(/<a ([^>]*)>([^<]*)/g)].map(([, attributes = '', text]) => {
    const valueOf = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1]
    return `${text}: ${valueOf('href')} (${valueOf('class')})`
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
