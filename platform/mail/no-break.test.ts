import { expect, test } from 'vitest'
import { unbroken } from './no-break.ts'

const drawn = (text: string) => unbroken(text).map(String).join('')

test.each([
  ['bei Halle 9 ist', 'bei Halle~9 ist'],
  ['(§ 312g Abs. 2 Nr. 9 BGB)', '(§~312g Abs.~2 Nr.~9 BGB)'],
  ['(section 312g(2) no. 9 BGB)', '(section~312g(2) no.~9 BGB)'],
  ['am 1. Dezember 2026, 18:00 Uhr', 'am 1.~Dezember~2026, 18:00~Uhr'],
  ['on 2 December 2026 at 18:00. Then', 'on 2~December~2026 at 18:00. Then'],
  ['24 Stunden, 24 hours, 216 Credits, 12 %, 4 €', '24~Stunden, 24~hours, 216~Credits, 12~%, 4~€'],
  ['Wir sind da. 3 kommen, 2 nicht', 'Wir sind da. 3 kommen, 2 nicht'],
  ['https://halle9.example/u/a?b=B-2026-7K3MQX', 'https://halle9.example/u/a?b=B-2026-7K3MQX'],
])('%s', (text, held) => expect(drawn(text).replaceAll('\u00a0', '~')).toBe(held))

test('a narrow column may break before the year', () => {
  const [text] = unbroken('28. November 2026, Halle 9 Werkstatt', { isNarrow: true })
  expect(text).toBe('28.\u00a0November 2026, Halle\u00a09 Werkstatt')
})

test('numbers that people copy, and the word E-Mail, hold together by a style alone', () => {
  const numbers = ['B-2026-7K3MQX', 'DE02 1203 0000 0000 2020 51', '+49 221 4710 909']
  const text = `Bestellung ${numbers.join(', ')}, E-Mail, /B-2026-7K3MQX`
  expect([...drawn(text).matchAll(/nowrap">([^<]*)</g)].map(([, number]) => number)).toEqual([
    ...numbers,
    'E-Mail',
  ])
  expect(drawn(text).replaceAll(/<[^>]*>/g, '')).toBe(text)
})
