import { expect, test } from 'vitest'
import type { Credit, CreditUse } from '../contracts/credit.ts'
import { currentCredits, previousCredits, recentUsage } from './credits.ts'

const entry: Credit = {
  id: 7,
  member: 1,
  scope: 'booking',
  amount: '30.00',
  remaining: '12.50',
  fromDate: '2026-11-01',
  untilDate: '2026-11-30',
  createdAt: '2026-11-01T00:00:00Z',
}

test.each([
  ['2026-11-21T10:00:00Z', '2026-08-21T10:00:00Z', true],
  ['2026-11-21T10:00:00Z', '2026-08-21T09:59:59Z', false],
  ['2026-05-31T10:00:00Z', '2026-02-28T10:00:00Z', true],
  ['2026-05-31T10:00:00Z', '2026-02-28T09:59:59Z', false],
  ['2028-05-31T10:00:00Z', '2028-02-29T10:00:00Z', true],
  ['2028-05-31T10:00:00Z', '2028-02-28T23:59:59Z', false],
  ['2026-12-31T10:00:00Z', '2026-09-30T10:00:00Z', true],
  ['2027-01-31T10:00:00Z', '2026-10-31T10:00:00Z', true],
  ['2027-01-31T10:00:00Z', '2026-10-31T09:59:59Z', false],
  ['2027-02-28T10:00:00Z', '2026-11-28T10:00:00Z', true],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00Z', true],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:01Z', false],
  ['2026-11-21T10:00:00Z', 'not a date', false],
])('at %s usage of %s is recent: %s', (now, createdAt, recent) => {
  const usage = { scope: 'usage', createdAt }
  expect(recentUsage([usage, { scope: 'booking', createdAt }], new Date(now))).toEqual(recent ? [usage] : [])
})

test.each([
  ['inside its validity', {}, true],
  ['on the first day', { fromDate: '2026-11-21' }, true],
  ['on the last day', { untilDate: '2026-11-21' }, true],
  ['the day before', { fromDate: '2026-11-22' }, false],
  ['the day after', { untilDate: '2026-11-20' }, false],
  ['without limits', { fromDate: null, untilDate: null }, true],
  ['used up', { remaining: '0.00' }, false],
])('a credit %s is current: %o %s', (_, change, current) => {
  const credit = { ...entry, ...change }
  expect(currentCredits([credit], '2026-11-21')).toEqual(current ? [credit] : [])
})

const someUse: CreditUse = {
  id: 7,
  credit: 7,
  amount: '17.50',
  description: 'Lasercutter',
  booking: 12,
  createdAt: '2026-11-14T20:00:00Z',
}

test('previous credits are grants and uses, newest first; a use is negative and names its entry', () => {
  const list = previousCredits([{ entry, uses: [someUse] }])
  expect(list).toEqual([
    expect.objectContaining({
      id: 'use-7',
      member: 1,
      scope: 'usage',
      kind: entry.scope,
      amount: '-17.50',
      credit: 7,
      description: 'Lasercutter',
      booking: 12,
    }),
    {
      ...entry,
      id: 'grant-7',
      scope: 'grant',
      kind: entry.scope,
      credit: 7,
      description: null,
      booking: null,
    },
  ])
  expect(recentUsage(list, new Date('2026-11-21T10:00:00Z'))).toHaveLength(1)
})

test('a grant of usage credit is no usage, and ids do not repeat', () => {
  const usage = { ...entry, scope: 'usage' }
  const list = previousCredits([{ entry: usage, uses: [someUse] }])
  expect(new Set(list.map(({ id }) => id)).size).toBe(2)
  const used = recentUsage(list, new Date('2026-11-21T10:00:00Z'))
  expect(used.map(({ id, amount, kind }) => [id, amount, kind])).toEqual([['use-7', '-17.50', 'usage']])
})
