import { expect, test } from 'vitest'
import type { CoursePlace } from '../../contracts/course-place.ts'
import '../i18n/message-files.server.ts'
import { leavingLabels, leavingRules } from './place-ticket.tsx'

const booked = {
  state: 'booked',
  price: '29.00',
  movedFrom: null,
  isSubstitute: false,
  cancellation: { refund: '29.00', freeUntil: '2026-12-02' },
} as CoursePlace
const late = { cancellation: { refund: '0.00', freeUntil: '2026-12-02' } }

test.each<[string, Partial<CoursePlace>, string | null, string]>([
  ['in time', {}, '29,00 €', 'Kostenlos absagen kannst du bis einschließlich Mittwoch, 2. Dezember 2026.'],
  ['late', late, '0,00 €', 'Kostenlos war es bis einschließlich Mittwoch, 2. Dezember 2026.'],
  ['after a move', { movedFrom: '2026-12-01T18:00' }, '29,00 €', 'Weil wir den Termin verschoben haben'],
  [
    'of somebody else',
    { isSubstitute: true },
    null,
    'bekommt die Person, die den Platz bezahlt hat: 29,00 €.',
  ],
  ['without a price', { price: '0.00' }, null, 'Es kostet nichts. Dein Platz wird frei'],
  ['offered', { state: 'offered' }, null, 'Der Platz geht an die Nächsten'],
  ['waited for', { state: 'waiting' }, null, 'Wer nach dir wartet, rückt vor.'],
])('the question before a place is given up says what comes back: %s', (_, change, refund, text) => {
  const rules = leavingRules({ ...booked, ...change }, 'de')
  expect(rules.refund?.replaceAll('\u00a0', ' ') ?? null).toBe(refund)
  expect(rules.text.replaceAll('\u00a0', ' ')).toContain(text)
})

test('a booked place is cancelled, an offer declined', () => {
  expect(leavingLabels('booked')).toEqual({ ask: 'place_cancel', yes: 'place_cancel_now' })
  expect(leavingLabels('offered')).toEqual({ ask: 'place_decline', yes: 'place_decline' })
})
