import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../i18n/message-files.server.ts'
import { LocaleContext } from '../i18n/locale.ts'
import { Hall } from './hall.tsx'
import { hallPlaces, isHall } from './hall-places.ts'
import { PageDataProvider, type PageData, type StoryCard } from './page-data.tsx'
import { readSvg } from './read-svg.ts'

const sign = '<circle class="sign" cx="10" cy="20" r="9"/>'
const area = '<path class="area" transform="scale(2)" d="M0 0h9v9z"/>'
const placeOf = (slug: string, parts = area + sign) => `<g data-machine="${slug}">${parts}</g>`

const drawn = (inner: string) => {
  const node = readSvg(`<svg viewBox="0 0 400 300">${inner}</svg>`)
  if (!node) throw new Error('not a drawing')
  return node
}

const machine = (slug: string, foreignId: number | null, label = '') =>
  ({ uuid: slug, slug, title: `Die ${slug}`, kind: 'machine', foreignId, label }) as StoryCard

function rendered(inner: string, machines: StoryCard[]): string {
  const labels = { 'machine-types': { laser: 'Laser', wood: 'Holz' } }
  const data = { machines, drawings: {}, stories: {}, labels } as unknown as PageData
  return renderToStaticMarkup(
    <LocaleContext value="de">
      <PageDataProvider data={data}>
        <Hall node={drawn(inner)} alt="Die Halle" />
      </PageDataProvider>
    </LocaleContext>,
  )
}

const linksIn = (html: string, part: 'svg' | 'details') =>
  [...(new RegExp(`<${part}[^]*</${part}>`).exec(html)?.[0] ?? '').matchAll(/href="([^"]*)"/g)].map(
    ([, href]) => href,
  )

test('a place is a link to book its machine, with the live texts of that machine only', () => {
  const html = rendered(placeOf('laser'), [machine('laser', 7)])
  expect(linksIn(html, 'svg')).toEqual(['/booking?machine=7'])
  expect(html).toContain('Die laser')
  expect(new Set([...html.matchAll(/data-live="equipment (\d+) (\w+)"/g)].map(([, id]) => id))).toEqual(
    new Set(['7']),
  )
  expect(html).not.toContain('style=')
})

test('no state is in the HTML: the page is cached', () => {
  const html = rendered(placeOf('laser'), [machine('laser', 7)])
  const legend = /<p class="hall-legend[^]*?<\/p>/.exec(html)?.[0] ?? ''
  expect(legend).toContain('data-state="free"')
  expect(html.replace(legend, '')).not.toContain('data-state')
  expect(html).toContain('<b data-free="7"></b>')
})

test('a place that names no machine is drawn and leads nowhere', () => {
  const html = rendered(placeOf('ghost') + placeOf('constructor'), [machine('laser', 7)])
  expect(linksIn(html, 'svg')).toEqual([])
  expect(html).not.toContain('ghost')
})

test('a machine without a place, and one that the workshop system does not know', () => {
  const html = rendered(placeOf('laser') + placeOf('plan'), [
    machine('laser', 7),
    machine('saw', 8),
    machine('plan', null),
  ])
  expect(linksIn(html, 'svg')).toEqual(['/booking?machine=7'])
  expect(linksIn(html, 'details')).toEqual(['/booking?machine=7', '/booking?machine=8'])
  expect(html).toContain('data-free="7 8"')
})

test('the list groups machines by type', () => {
  const html = rendered(placeOf('saw') + placeOf('laser'), [
    machine('plan', 9),
    machine('saw', 8, 'wood'),
    machine('laser', 7, 'laser'),
  ])
  expect(linksIn(html, 'details')).toEqual(['/booking?machine=7', '/booking?machine=8', '/booking?machine=9'])
  expect([...html.matchAll(/class="card-label">([^<]*)</g)].map(([, label]) => label)).toEqual([
    'Laser',
    'Holz',
    'Weitere Maschinen',
  ])
})

test.each([
  ['without a sign', placeOf('laser', area)],
  ['without a surface', placeOf('laser', sign)],
  ['with a sign at no number', placeOf('laser', area + '<circle class="sign" cx="x" cy="1"/>')],
])('a place %s is only drawn', (_, inner) => {
  expect(isHall(drawn(inner))).toBe(true)
  expect(hallPlaces(drawn(inner))).toEqual([])
})

test('the first of two places of one machine counts', () => {
  const second = placeOf('laser', area + '<circle class="sign" cx="99" cy="99" r="9"/>')
  expect(hallPlaces(drawn(placeOf('laser') + second))).toEqual([
    { slug: 'laser', x: 10, y: 20, area: { d: 'M0 0h9v9z', transform: 'scale(2)' } },
  ])
})

test('a drawing without places is no hall', () =>
  expect(isHall(drawn('<g><path d="M0 0"/></g>'))).toBe(false))

test('the hall of the demo space has a place for each of its machines', () => {
  const file = new URL('../../content/assets/hall.svg', import.meta.url)
  const node = readSvg(readFileSync(file, 'utf8'))
  const stories = readdirSync(new URL('../../content/stories/maschinen/', import.meta.url))
  const slugs = stories.map((name) => name.replace('.json', ''))
  expect(node && hallPlaces(node).map(({ slug }) => slug)).toHaveLength(slugs.length)
  expect(
    node &&
      hallPlaces(node)
        .map(({ slug }) => slug)
        .toSorted(),
  ).toEqual(slugs.toSorted())
})
