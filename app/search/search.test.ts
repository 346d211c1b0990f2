import { beforeAll, describe, expect, test } from 'vitest'
import { createSearch, type Search } from './search-index.ts'
import { fold, partsOf } from './fold.ts'
import { readSearchQuery } from './search-query.ts'

const stories = [
  machine(1, 'Formatkreissäge', 'Panel saw', 'Schneidet Platten auf Maß', 'Cuts sheets to size'),
  machine(2, 'Lasercutter', 'Laser cutter', 'Schneidet und graviert', 'Cuts and engraves'),
  machine(3, 'CNC-Portalfräse', 'CNC router', 'Fräst in drei Achsen', 'Mills in three axes'),
]
let search: Search
let reads = 0

beforeAll(() => {
  search = createSearch({ content: contentOf(() => 1) })
})

describe('what is found', () => {
  test.each([
    ['Säge', 'de', 'Formatkreissäge'],
    ['saege', 'de', 'Formatkreissäge'],
    ['kreissäge', 'de', 'Formatkreissäge'],
    ['Formatkreisäge', 'de', 'Formatkreissäge'],
    ['lasr', 'de', 'Lasercutter'],
    ['alser', 'de', 'Lasercutter'],
    ['Lasercuter', 'de', 'Lasercutter'],
    ['FRÄSE', 'de', 'CNC-Portalfräse'],
    ['Fraese', 'de', 'CNC-Portalfräse'],
    ['graviert', 'de', 'Lasercutter'],
    ['laser cuter', 'en', 'Laser cutter'],
    ['panel', 'en', 'Panel saw'],
    ['engrave', 'en', 'Laser cutter'],
    ['ruoter', 'en', 'CNC router'],
  ] as const)('%s in %s finds %s first', async (query, locale, title) => {
    expect((await search.hits(query, locale))[0]?.title).toBe(title)
  })

  test('pages with every word come before pages with any', async () => {
    expect((await search.hits('schneidet Platten', 'de')).map(({ title }) => title)).toEqual([
      'Formatkreissäge',
    ])
    expect((await search.hits('graviert Platten', 'de')).length).toBe(2)
  })

  test.each(['', '   ', 'xyzzyqwv', '(', '\\', '[a-z]+', '__proto__', '💡'])(
    '%j finds nothing and breaks nothing',
    async (query) => {
      expect(await search.hits(query, 'de')).toEqual([])
    },
  )

  test('addresses are those of the language', async () => {
    expect((await search.hits('laser', 'en'))[0]?.href).toBe('/en/equipment/two')
  })

  test.each([
    ['/maschinen/lasercuter', 'de', 'Lasercutter'],
    ['/en/laser', 'en', 'Laser cutter'],
  ] as const)('suggests for %s in %s: %s', async (path, locale, title) => {
    expect((await search.near(path, locale))[0]?.title).toBe(title)
  })

  test('a long wrong address is searched by its first eight parts and 100 characters', async () => {
    expect(await search.near('/1/2/3/4/5/6/7/laser', 'de')).not.toEqual([])
    expect(await search.near('/1/2/3/4/5/6/7/8/laser', 'de')).toEqual([])
    expect(await search.near(`/${'x'.repeat(93)}/laser`, 'de')).not.toEqual([])
    expect(await search.near(`/${'x'.repeat(100)}/laser`, 'de')).toEqual([])
  })
})

test('where a word is found exactly, similar ones are left out', async () => {
  const lasers = Array.from({ length: 12 }, (_, index) =>
    machine(10 + index, `Laser ${index}`, `Laser ${index}`, 'Ein Laser', 'A laser'),
  )
  const others = Array.from({ length: 6 }, (_, index) =>
    machine(40 + index, `Tisch ${index}`, `Bench ${index}`, 'Steht da', 'Stands there'),
  )
  const planer = machine(30, 'Abrichte', 'Planer thicknesser', 'Hobelt', 'Planes')
  const many = createSearch({ content: contentOf(() => 1, [planer, ...lasers, ...others]) })
  const titles = (await many.hits('laser', 'en')).map(({ title }) => title)
  expect(titles).toHaveLength(12)
  expect(titles).not.toContain('Planer thicknesser')
})

test('builds the index once per content version', async () => {
  let version = 1
  reads = 0
  const own = createSearch({ content: contentOf(() => version) })
  await Promise.all([own.hits('a', 'de'), own.hits('b', 'de'), own.hits('c', 'de')])
  expect(reads).toBe(6)
  version = 2
  await own.hits('a', 'de')
  expect(reads).toBe(12)
})

test.each([
  ['Fräse', 'frase'],
  ['Fraese', 'frase'],
  ['GRÖẞE', 'grosse'],
  ['café', 'cafe'],
])('folds %s to %s', (word, folded) => expect(fold(word)).toBe(folded))

test('finds a long word by its beginning and end', () => {
  expect(partsOf('Bandsäge')).toEqual(expect.arrayContaining(['sage', 'band']))
  expect(partsOf('Ab')).toEqual([])
})

test.each([
  ['?q=%20laser%0Acutter%20', 'laser cutter'],
  [`?q=${'a'.repeat(200)}`, 'a'.repeat(100)],
  ['?q=%00%1b', ''],
  ['', ''],
])('the query of %s is %j', (query, words) =>
  expect(readSearchQuery(new URL(`http://a.example/${query}`))).toBe(words),
)

type Content = Parameters<typeof createSearch>[0]['content']

/** Just what the search reads of the content. */
function contentOf(version: () => number, machines = stories): Content {
  return {
    version: () => Promise.resolve(version()),
    labels: () => Promise.resolve({}),
    storiesOfType: (type: string, locale: 'de' | 'en') => {
      reads += 1
      return Promise.resolve(type === 'machine' ? machines.map((story) => story[locale]) : [])
    },
  } as unknown as Content
}

function machine(id: number, de: string, en: string, summaryDe: string, summaryEn: string) {
  const word = ['', 'one', 'two', 'three'][id] ?? String(id)
  const story = (title: string, summary: string) => ({
    uuid: String(id),
    name: title,
    addresses: { de: `/maschinen/${word}`, en: `/en/equipment/${word}` },
    content: { component: 'machine', title, summary, facts: [], body: [] },
  })
  return { de: story(de, summaryDe), en: story(en, summaryEn) }
}
