import decodeQR from 'qr/decode.js'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { type CardData, MemberCard } from './member-card.tsx'

const card: CardData = {
  spaceName: 'Halle 9',
  number: '1001',
  firstName: 'Mia',
  lastName: 'Sommer',
  company: null,
  state: 'active',
  since: '2025-10',
  packages: null,
}
const html = (change: Partial<CardData> = {}) =>
  renderToStaticMarkup(<MemberCard card={{ ...card, ...change }} />)
const text = (change?: Partial<CardData>) =>
  html(change)
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')

test('renders from plain data alone', () => {
  expect(text()).toContain(
    'Halle 9 MS Name Mia Sommer Mitgliedsnummer 1001 Status aktiv Mitglied seit Oktober 2025',
  )
})

test('shows the photo in place of the outline', () => {
  const photo = 'data:image/jpeg;base64,AA'
  const shown = renderToStaticMarkup(<MemberCard card={card} photo={photo} />)
  expect(shown).toContain(`src="${photo}"`)
  expect(shown).not.toContain('>MS<')
})

test('names the packages once they are known, and an unknown state as it is', () => {
  const known = text({ packages: ['Plus', 'Tagespass'], state: 'paused', company: 'Atelier Nord' })
  expect(known).toContain('Mia Sommer Atelier Nord')
  expect(known).toContain('Status paused Paket Plus, Tagespass')
})

test('the code holds the member number', () => {
  const [, size = '0'] = /class="card-code" viewBox="0 0 (\d+)/.exec(html()) ?? []
  const scale = 4
  const width = Number(size) * scale
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const [, x, y] of html().matchAll(/M(\d+) (\d+)h1v1h-1z/g))
    for (let row = 0; row < scale; row++)
      data.fill(
        0,
        ((Number(y) * scale + row) * width + Number(x) * scale) * 4,
        ((Number(y) * scale + row) * width + (Number(x) + 1) * scale) * 4,
      )
  expect(decodeQR({ width, height: width, data })).toBe('1001')
})
