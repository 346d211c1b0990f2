import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { translate } from '../i18n/messages.ts'
import { moveWords } from './move-words.ts'

const moves = { fromDateTime: '2026-11-25T10:00', untilDateTime: '2026-11-25T11:00' }
const other = { equipmentId: 1, fromDateTime: '2026-11-26T10:00', untilDateTime: '2026-11-26T11:00' }
const quote = { cost: null, refusals: [] }
const refused = { cost: null, refusals: [{ code: 'overlap', message: '' }] }
const words = (given: object) => {
  const asked = { moves, asked: { valid: other, quote }, price: { price: '21.60' }, ...given }
  return moveWords(asked, 'de', (key, params) => translate('de', key, params))?.replace('\u00a0', ' ')
}

test('the button says what the move costs', () => {
  expect(words({})).toBe('Verschieben · 21,60 €')
  expect(words({ price: { price: '0.00' } })).toBe('Verschieben · kostenlos')
})

test.each([
  ['no booking moves', { moves: null }],
  ['nothing is chosen', { asked: { valid: null, quote } }],
  ['the time is the present one', { asked: { valid: { ...moves, equipmentId: 1 }, quote } }],
  ['the price is not known', { price: null }],
  ['the quote is not there', { asked: { valid: other, quote: undefined } }],
  ['the time is refused', { asked: { valid: other, quote: refused } }],
])('there is no such button while %s', (_, given) => expect(words(given)).toBeUndefined())
