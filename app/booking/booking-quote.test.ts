import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import type { Locale } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import { deadlineInWords } from './booking-quote.tsx'

test.each<[string, string, string, string, Locale, RegExp]>([
  [
    'on a later day',
    '2026-11-23T19:00',
    '2026-11-21T21:00Z',
    'Europe/Berlin',
    'de',
    /bis Montag.*19:00\u00a0Uhr/,
  ],
  [
    'later today',
    '2026-11-21T19:00',
    '2026-11-21T17:59Z',
    'Europe/Berlin',
    'de',
    /bis Samstag.*19:00\u00a0Uhr/,
  ],
  ['in English', '2026-11-21T19:00', '2026-11-21T17:59Z', 'Europe/Berlin', 'en', /until Saturday.*19:00/],
  ['earlier today', '2026-11-21T19:00', '2026-11-21T21:00Z', 'Europe/Berlin', 'de', /nicht mehr kostenlos/],
  [
    'over this minute',
    '2026-11-21T19:00',
    '2026-11-21T18:00Z',
    'Europe/Berlin',
    'de',
    /nicht mehr kostenlos/,
  ],
  ['yesterday', '2026-11-20T19:00', '2026-11-21T05:00Z', 'Europe/Berlin', 'de', /nicht mehr kostenlos/],
  [
    'just past midnight',
    '2026-11-22T00:30',
    '2026-11-21T23:10Z',
    'Europe/Berlin',
    'de',
    /bis Sonntag.* 0:30/,
  ],
  ['far from Berlin', '2026-11-21T19:00', '2026-11-21T21:00Z', 'America/New_York', 'de', /bis Samstag/],
])('a deadline %s', (_, freeUntil, now, zone, locale, words) => {
  const t = (key: Parameters<typeof translate>[1], params = {}) => translate(locale, key, params)
  expect(deadlineInWords(freeUntil, { zone, now: new Date(now) }, locale, t)).toMatch(words)
})
