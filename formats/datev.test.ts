import { expect, test } from 'vitest'
import { captions } from './datev-captions.ts'
import { type DatevEntry, type DatevJournal, datevJournal } from './datev.ts'

const entry: DatevEntry = {
  grossCents: 1523,
  debtor: 10002,
  revenue: 8400,
  issuedOn: '2026-11-01',
  number: 'H9-2026-000001',
  text: 'Tom Becker',
}

function journal(entries: DatevEntry[], change: Partial<DatevJournal> = {}): string[] {
  const text = datevJournal({
    consultant: 1001,
    client: 1,
    fiscalYearStart: '2026-01-01',
    accountLength: 4,
    from: '2026-11-01',
    until: '2026-11-30',
    chart: '03',
    name: 'Rechnungen 11/2026',
    createdAt: new Date('2026-12-01T08:09:10.123Z'),
    entries,
    ...change,
  })
  expect(text.endsWith('\r\n')).toBe(true)
  return text.slice(0, -2).split('\r\n')
}

const textOf = (text: string) => journal([{ ...entry, text }])[2]?.split(';')[13]

test('a journal has its head, the captions and a line for each entry', async () => {
  const lines = journal([
    entry,
    { ...entry, grossCents: 2500, revenue: 8300, issuedOn: '2026-11-30', text: 'Möbel & Söhne "Nord"' },
    { ...entry, grossCents: -1523, number: 'H9-2026-000002', text: 'Storno Tom Becker' },
    { ...entry, grossCents: 0 },
  ])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('datev.golden.csv')
})

test('every line has the columns that it should have', () => {
  const [head = '', names = '', row = ''] = journal([entry])
  expect(captions).toHaveLength(125)
  expect([head, names, row].map((line) => line.split(';').length)).toEqual([31, 125, 125])
})

test('a cancellation stands on the other side, with a positive amount', () => {
  const [, , ...rows] = journal([entry, { ...entry, grossCents: -5 }])
  expect(rows.map((row) => row.split(';').slice(0, 3))).toEqual([
    ['15,23', '"S"', '"EUR"'],
    ['0,05', '"H"', '"EUR"'],
  ])
})

test('each letter is one byte of Windows-1252; those that it lacks lose their accents', () => {
  const bytes = (text: string) => Buffer.from(text, 'latin1').toString('hex')
  expect(textOf('ÄÖÜäöüß')).toBe('"ÄÖÜäöüß"')
  expect(bytes(textOf('€ – „Š“') ?? '')).toBe(bytes('"\x80 \x96 \x84\x8a\x93"'))
  expect(textOf('Łukasz Dvořák Đorđe')).toBe('"Lukasz Dvorák Dorde"')
  expect(textOf('a\u0308')).toBe('"ä"')
  expect(textOf('東京 😀')).toBe('"?? ?"')
})

test('a text is one line of at most 60 letters, in quotes', () => {
  expect(textOf('x'.repeat(80))).toBe(`"${'x'.repeat(60)}"`)
  expect(textOf('eins\r\nzwei\t"drei"')).toBe('"eins zwei ""drei"""')
})
