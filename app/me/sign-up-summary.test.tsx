import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { aCourse, aDate } from '../events/events.fixture.ts'
import { type Locale, LocaleContext } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { SignUpSummary } from './sign-up-summary.tsx'

const course = aCourse(1, [], { lateRefundPercent: 50 })

function textOf(
  change: { taxPercent?: string | null; freeUntil?: string | null; isFull?: boolean },
  locale: Locale = 'de',
) {
  const about = {
    course,
    date: aDate(11, '2026-12-01'),
    party: 1,
    cents: 2900,
    freeUntil: null,
    isFull: false,
    ...change,
  }
  const html = renderToStaticMarkup(
    <LocaleContext value={locale}>
      <SignUpSummary {...about} />
    </LocaleContext>,
  )
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll('\u00a0', ' ')
}

test('a summary promises free cancelling only while it is free', () => {
  const before = textOf({ freeUntil: '2026-11-24' })
  expect(before).toMatch(
    /Kostenlos bis einschließlich Dienstag, 24\. November 2026\..*Danach bekommst du 50 %/,
  )
  const after = textOf({})
  expect(after).toContain('Kostenlos absagen geht für diesen Termin nicht mehr. Du bekommst 50 % zurück')
  expect(after).not.toContain('Danach')
})

test.each([
  ['19.00', 'de' as const, 'inklusive 19 % Umsatzsteuer (4,63 €)'],
  ['7.00', 'en' as const, 'including 7% VAT (€1.90)'],
  ['0.00', 'de' as const, 'ohne Umsatzsteuer'],
  [null, 'de' as const, 'Endpreis, alle Steuern inbegriffen'],
])('a summary states the tax of %s in %s', (taxPercent, locale, text) =>
  expect(textOf({ taxPercent }, locale)).toContain(text),
)

test.each([
  ['de' as const, /Du wartest auf.*Preis, wenn du annimmst.*29,00 €.*zahlst du nichts/],
  ['en' as const, /You are waiting for.*Price if you accept.*€29\.00.*costs nothing/],
])('a summary of the waiting list orders nothing, in %s', (locale, text) => {
  expect(textOf({}, locale)).toMatch(/Du bestellst.*Gesamtpreis|You order.*Total price/)
  const waiting = textOf({ isFull: true }, locale)
  expect(waiting).toMatch(text)
  expect(waiting).not.toMatch(/Du bestellst|Gesamtpreis|You order|Total price/)
})
