import { expect, test } from 'vitest'
import { refusalAddress, refusalIn, rememberLocale } from './address.ts'

const refused = '?error=unauthorized&error_description=verify-mail'

function memory(locale?: 'de' | 'en') {
  const values = new Map<string, string>()
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  }
  if (locale) rememberLocale(locale, storage)
  return storage
}

test('E10: an unverified login leads to the message page', () => {
  const address = refusalIn({ pathname: '/me', search: refused }, memory(), '')
  const german = new URL(address ?? '', 'https://halle9.example')
  expect(german.pathname).toBe('/auth')
  expect(Object.fromEntries(german.searchParams)).toEqual({
    message: 'Bitte bestätige deine E-Mail-Adresse, bevor du dich anmeldest.',
    success: 'false',
    verification_required: 'true',
  })
})

test.each([
  ['/me/profil', memory('en'), '', 'en'],
  ['/me/profil', memory('de'), 'a=b; i18n_redirected=en', 'de'],
  ['/me/profil', memory(), 'a=b; i18n_redirected=en', 'en'],
  ['/en/me', memory(), '', 'en'],
  ['/me', memory(), '', 'de'],
] as const)('%s with %j and cookie %j: %s', (pathname, storage, cookie, locale) =>
  expect(refusalIn({ pathname, search: refused }, storage, cookie)).toBe(refusalAddress(locale)),
)

test('no other address is a refusal', () => {
  expect(refusalIn({ pathname: '/me', search: '?error=unauthorized&state=1' }, memory(), '')).toBeNull()
  expect(refusalIn({ pathname: '/me', search: '?error_description=verify-mail' }, memory(), '')).toBeNull()
})
