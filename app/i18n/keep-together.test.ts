import { expect, test } from 'vitest'
import { keepMarkupTogether, keepTogether } from './keep-together.server.ts'

/** Writes no-break spaces as a visible character. */
const shown = (text: string) => keepTogether(text).replaceAll('\u00a0', '_')

test.each([
  ['von 8 bis 22 Uhr, auch sonntags', 'von 8 bis_22_Uhr, auch sonntags'],
  ['{from} bis {until} Uhr', '{from} bis {until}_Uhr'],
  ['Beitrag (250 €)', 'Beitrag (250_€)'],
  ['am 6. Dezember 2026', 'am 6._Dezember 2026'],
  ['on 6 December 2026', 'on 6_December 2026'],
  ['nach § 312g Abs. 2 Nr. 9 BGB', 'nach §_312g_Abs._2_Nr._9_BGB'],
  ['section 312g(2) no. 9 BGB', 'section_312g(2)_no._9_BGB'],
  ['Holz, z. B. Buche', 'Holz, z._B. Buche'],
  ['Art. 6 Abs. 1 Buchst. b und f DSGVO', 'Art._6_Abs._1_Buchst._b_und f DSGVO'],
  ['600 x 300 mm, 12 m², 20 °C, 24.000 U/min', '600 x 300_mm, 12_m², 20_°C, 24.000_U/min'],
  ['300 × 200 mm, 100 bis 10 000 U/min', '300_×_200_mm, 100 bis_10_000_U/min'],
  ['300 × 300 × 400 mm', '300_× 300_× 400_mm'],
  ['Rohr Ø 110 mm in Halle 9', 'Rohr Ø_110_mm in Halle_9'],
  ['Ruf an: +49 221 4710 909.', 'Ruf an: +49_221_4710_909.'],
  ['§ 25 Abs. 2 Nr. 2 TDDDG', '§_25_Abs._2_Nr._2_TDDDG'],
  ['kostenlos bis 24 Stunden vorher', 'kostenlos bis 24_Stunden vorher'],
  ['{days} Tage, 44 Pixel, 45 Minuten', '{days}_Tage, 44_Pixel, 45_Minuten'],
  ['kept for 8 years, 14 days', 'kept for 8_years, 14_days'],
  ['from 10:00 to 20:00', 'from 10:00 to_20:00'],
  ['{price} je Stunde', '{price} je_Stunde'],
  ['{price} per hour', '{price} per_hour'],
])('%s', (text, kept) => expect(shown(text)).toBe(kept))

test.each([
  'Um 9 mit Mia',
  'Tag und Uhrzeit',
  '3 have a place',
  '12 minor',
  'Im Mai',
  '3 Tagespässe',
  'up to 4',
])('leaves "%s" as it is', (text) => expect(keepTogether(text)).toBe(text))

test.each([
  ['<p>per E-Mail, ein T-Shirt</p>', '<p>per E-|Mail, ein T-|Shirt</p>'],
  ['<p>HDMI, Wi-Fi</p>', '<p>HDMI, Wi-|Fi</p>'],
  ['<p>Art. 6(1)(f) GDPR</p>', '<p>Art.\u00a06(1)|(f) GDPR</p>'],
  ['<a href="/E-Mail">CNC-Fräse, 3D-Druck</a>', '<a href="/E-Mail">CNC-Fräse, 3D-Druck</a>'],
])('markup keeps a letter with its word: %s', (html, kept) =>
  expect(keepMarkupTogether(html).replaceAll('\u2060', '|')).toBe(kept),
)

test('markup keeps its tags, attributes and scripts', () => {
  const html = '<img alt="5 mm"><script type="application/ld+json">{"a":"5 mm"}</script>'
  expect(keepMarkupTogether(`${html}<p title="8 Uhr">8 Uhr</p>`)).toBe(
    `${html}<p title="8 Uhr">8\u00a0Uhr</p>`,
  )
})

// A test ends after five seconds; where every part looks for its end in all that follows, this takes minutes.
test.each(['<script', '<', '<a "'])('reads markup without an end once: %s', (open) => {
  const html = open.repeat(100_000)
  expect(keepMarkupTogether(html) === html).toBe(true)
})
