import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { type Translate, translate } from '../i18n/messages.ts'
import { payment } from './booking-price.tsx'

const cost = { price: '24.00', minutes: 120, money: '0.00', credits: [] as { id: number; amount: string }[] }

test.each([
  ['credits alone', { credits: [{ id: 1, amount: '21.60' }] }, 'bezahlt mit 216 Credits'],
  ['one credit', { credits: [{ id: 1, amount: '0.10' }] }, 'bezahlt mit 1 Credit'],
  [
    'two entries',
    {
      credits: [
        { id: 1, amount: '20.00' },
        { id: 2, amount: '1.60' },
      ],
    },
    'bezahlt mit 216 Credits',
  ],
  ['both', { credits: [{ id: 1, amount: '20.00' }], money: '4.00' }, '200 Credits und 4,00 € auf Rechnung'],
  ['money alone', { money: '24.00' }, 'auf Rechnung'],
])('credits are counted in credits, money in euros: %s', (_, change, words) => {
  const t: Translate = (key, values) => translate('de', key, values)
  expect(payment({ ...cost, ...change } as never, 'de', t).replaceAll('\u00a0', ' ')).toBe(words)
})
