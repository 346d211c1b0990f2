import { expect, test } from 'vitest'
import { fill, type MailText, toMail } from './mail-template.ts'

const content: MailText = {
  kind: 'booking-made',
  locale: 'de',
  to: { name: 'Mia Sommer', address: 'mia@example.org' },
  name: 'Mia',
  subject: 'Gebucht: Säge',
  lead: 'deine Buchung steht:',
  facts: [
    'Säge',
    { day: 'Mi., 2. Dezember', time: '18:00–20:00 Uhr' },
    { text: 'Preis: 12,00 €, auf Rechnung.', price: '12,00 €', payment: 'auf Rechnung' },
    { text: '', number: '7' },
    'Und mehr',
  ],
  paragraphs: ['Kostenlos stornieren geht.', 'Noch etwas.'],
  action: { label: 'Buchung ansehen', href: 'https://halle9.example/me/bookings?a=1&b=2' },
  note: 'Bis bald.',
  siteName: 'Halle 9',
}

test('the text says everything in order', () => {
  expect(toMail(content).text).toBe(
    [
      'Hallo Mia,',
      'deine Buchung steht:',
      'Säge\nMi., 2. Dezember, 18:00–20:00 Uhr\nPreis: 12,00 €, auf Rechnung.\nUnd mehr',
      'Kostenlos stornieren geht.',
      'Noch etwas.',
      'Buchung ansehen:\nhttps://halle9.example/me/bookings?a=1&b=2',
      'Bis bald.',
      'Halle 9',
    ].join('\n\n'),
  )
})

test('the HTML says the same, with one link and nothing from elsewhere', () => {
  // Cells with labels say more than their line of the text.
  const { html, text } = toMail({ ...content, facts: ['Säge', 'Mi., 2. Dezember'] })
  expect([...html.matchAll(/<a\s/g)]).toHaveLength(1)
  expect(html).toMatch(/<a\s+href="https:\/\/halle9\.example\/me\/bookings\?a=1&amp;b=2"/)
  expect(html).not.toMatch(/<img|<script|url\(|@import|<link|\ssrc=/)
  expect(html).toMatch(/<html lang="de">[^]*prefers-color-scheme: dark/)
  const words = html
    .replace(/<head>[^]*<\/head>/, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
  const said = (from: string) => from.split(/\s+/).filter(Boolean).toSorted()
  // The text has a colon after the button's words, the HTML the name on top.
  expect(said(words)).toEqual(said(text.replace('ansehen:', 'ansehen')))
})

test('the facts are a title block: short cells in pairs, the price in the largest letters', () => {
  const { html } = toMail(content)
  const block = html.slice(html.indexOf('class="block"'))
  const rows = block.slice(0, block.indexOf('</table>')).split('<tr>').slice(1)
  const said = rows.map((row) =>
    row
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll('\u2060', '')
      .split(/\s{2,}/)
      .join('|'),
  )
  expect(said.map((row) => row.replaceAll('\u00a0', ' ').replaceAll(/^\||\|$/g, ''))).toEqual([
    'Nr. 7|Säge',
    'Tag|Mi., 2. Dezember|Zeit|18:00–20:00 Uhr',
    'Preis|12,00 €|Zahlung|auf Rechnung',
    'Und mehr',
  ])
  const sizes = rows.map((row) =>
    Math.max(...[...row.matchAll(/font-size:(\d+)px/g)].map(([, size]) => Number(size))),
  )
  expect(sizes).toEqual([20, 16, 28, 16])
  expect(rows.map((row) => row.includes('colspan="2"'))).toEqual([true, false, false, true])
})

test('labels are in the language of the mail', () => {
  expect(toMail({ ...content, locale: 'en' }).html).toMatch(
    />No\.\u00a07<[^]*>Day<[^]*>Time<[^]*>Price<[^]*>Payment</,
  )
})

test('what members and spaces are called stays text', () => {
  const evil = '<img src=x onerror=alert(1)>"&'
  const { html } = toMail({
    ...content,
    name: evil,
    subject: evil,
    lead: evil,
    facts: [evil, evil, { day: evil }],
    paragraphs: [evil],
    note: evil,
    siteName: evil,
    action: { label: evil, href: `https://halle9.example/"><script>` },
  })
  expect(html).not.toMatch(/<img|<script|"><s/)
  expect(html.split('&lt;img src=x onerror=alert(1)&gt;&quot;&amp;')).toHaveLength(11)
})

test('a subject is one line, whatever a name holds', () => {
  expect(toMail({ ...content, subject: 'Säge\r\nBcc: a@example.org\u0085b' }).subject).toBe(
    'Säge Bcc: a@example.org b',
  )
})

test.each([
  ['de', 'Mia', 'Hallo Mia,'],
  ['en', ' Mia ', 'Hello Mia,'],
  ['en', ' ', 'Hello,'],
] as const)('in %s %j is greeted: %s', (locale, name, greeting) => {
  expect(toMail({ ...content, locale, name }).text.split('\n')[0]).toBe(greeting)
})

test.each([
  ['de', 'danke! Alles ist da.'],
  ['en', 'Danke! Alles ist da.'],
] as const)('in %s the sentence after the greeting begins as people write there', (locale, lead) => {
  const mail = toMail({ ...content, locale, lead: 'danke! Alles ist da.' })
  expect(mail.text.split('\n\n')[1]).toBe(lead)
  expect(mail.html).toContain(`>${lead}<`)
})

test('holes are filled as they stand, and not again', () => {
  expect(fill('{a} {b} {c}.', { a: '{b}', b: '$& $1' })).toBe('{b} $& $1 .')
})
