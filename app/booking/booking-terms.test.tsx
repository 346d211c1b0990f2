import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { errorsOf } from './booking-request.ts'
import { BookingTerms } from './booking-terms.tsx'

const wish = { equipmentId: 1, fromDateTime: '2026-11-24T10:00', untilDateTime: '2026-11-24T11:00' }

test('terms that are not accepted are an error of the form, like others', () => {
  expect(errorsOf(wish)).toEqual({})
  expect(errorsOf(wish, { lacksTerms: true })).toEqual({ terms: 'booking_error_terms' })
  expect(errorsOf({ ...wish, fromDateTime: 'T' }, { lacksTerms: true })).toHaveProperty('terms')
})

test.each([
  ['de', 'https://halle9.example/agb', /href="https:\/\/halle9\.example\/agb"[^>]*>Nutzungsbedingungen</],
  ['en', 'Clean up.\n<b>Always.</b>', /<summary>Terms of use<\/summary><p>Clean up\.\n&lt;b&gt;Always/],
  ['en', 'javascript:alert(1)', /<summary>Terms of use<\/summary><p>javascript:alert/],
] as const)('%s: %s is shown with a required checkbox', (locale, terms, shown) => {
  const form = (
    <LocaleContext value={locale}>
      <BookingTerms terms={terms} isAccepted={false} error="Nein." onAccept={() => {}} />
    </LocaleContext>
  )
  const markup = renderToStaticMarkup(form)
  expect(markup).toMatch(shown)
  const box = /<input[^>]*>/.exec(markup)?.[0]
  for (const part of [
    'type="checkbox"',
    'required',
    'aria-invalid="true"',
    'aria-describedby="booking-terms-error"',
  ])
    expect(box).toContain(part)
})
