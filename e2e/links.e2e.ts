import { type APIRequestContext, expect, test } from '@playwright/test'

/** Every page of the sitemap by its path, as it comes over the wire. */
const pages = new Map<string, string>()

// One reading of all pages for all of them.
test.describe.configure({ mode: 'default' })

test.beforeAll(async ({ request, baseURL }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text()
  const listed = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => pathOf(url, baseURL))
  expect(listed.length).toBeGreaterThan(120)
  for (const path of listed) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    pages.set(path, await answer.text())
  }
})

test('every link, picture and file that a page names is there, and so is the place in it', async ({
  request,
  baseURL,
}) => {
  test.setTimeout(180_000)
  const named = new Map<string, string>()
  for (const [path, html] of pages) {
    for (const address of addressesIn(html)) {
      const url = new URL(address, baseURL + path)
      if (url.origin === baseURL) named.set(url.pathname + url.search + url.hash, path)
    }
  }
  expect(named.size).toBeGreaterThan(200)
  const dead: string[] = []
  const rest = [...named].values()
  const readers = Array.from({ length: 4 }, async () => {
    for (const [address, from] of rest) {
      const fault = await faultOf(request, address)
      if (fault) dead.push(`${from} → ${address}: ${fault}`)
    }
  })
  await Promise.all(readers)
  expect(dead.sort()).toEqual([])
})

test('every page names itself, its other language and how it looks when shared', async ({ baseURL }) => {
  for (const [path, html] of pages) {
    const link = (rel: string, language?: string) =>
      tagsIn(html, 'link').find((each) => each['rel'] === rel && each['hreflang'] === language)?.['href']
    const meta = (name: string) =>
      tagsIn(html, 'meta').find((each) => each['property'] === name || each['name'] === name)?.['content']
    const isEnglish = /^\/en(\/|$)/.test(path)
    const own = baseURL + path
    expect(/<html lang="(..)"/.exec(html)?.[1], path).toBe(isEnglish ? 'en' : 'de')
    expect(link('canonical'), path).toBe(own)
    expect(link('alternate', isEnglish ? 'en' : 'de'), path).toBe(own)
    expect(link('alternate', 'x-default'), path).toBe(link('alternate', 'de'))
    // Each names the other: a page that does not is ignored by search engines.
    const other = link('alternate', isEnglish ? 'de' : 'en') ?? ''
    const others = tagsIn(pages.get(pathOf(other, baseURL)) ?? '', 'link')
    expect(
      others.map(({ href }) => href),
      `${path} ↔ ${other}`,
    ).toContain(own)
    expect(meta('og:url'), path).toBe(own)
    expect(meta('og:locale'), path).toBe(isEnglish ? 'en_GB' : 'de_DE')
    expect(meta('og:image'), path).toMatch(/^http.*\.png$/)
    expect(meta('og:title')?.length, path).toBeGreaterThan(1)
    expect(meta('description')?.length, path).toBeGreaterThan(20)
    expect(meta('og:description'), path).toBe(meta('description'))
  }
})

/** Properties that schema.org and search engines require of each type. */
const wanted: Record<string, string[]> = {
  LocalBusiness: ['name', 'url', 'openingHoursSpecification.0.opens', 'telephone', 'address.streetAddress'],
  ItemList: ['itemListElement.0.url', 'itemListElement.0.position'],
  Product: ['name', 'description', 'offers.price', 'offers.priceCurrency'],
  BreadcrumbList: ['itemListElement.0.name', 'itemListElement.0.item', 'itemListElement.0.position'],
  Event: ['name', 'startDate', 'location.name', 'organizer.name'],
  FAQPage: ['mainEntity.0.name', 'mainEntity.0.acceptedAnswer.text'],
  Course: ['name', 'description', 'url', 'provider.name', 'hasCourseInstance.0.startDate'],
}

test('what a page is about is said in the words of schema.org, by its kind', () => {
  const seen = new Map<string, string[]>()
  for (const [path, html] of pages) {
    for (const [, json = ''] of html.matchAll(/<script type="application\/ld\+json">([^<]*)<\/script>/g)) {
      const data = JSON.parse(json) as { '@context': string; '@graph': Record<string, unknown>[] }
      expect(data['@context'], path).toBe('https://schema.org')
      expect(json, path).not.toMatch(/\u00ad|undefined|:null/)
      for (const thing of data['@graph']) {
        const kind = String(thing['@type'])
        seen.set(kind, [...(seen.get(kind) ?? []), path])
        for (const key of wanted[kind] ?? ['a kind that this test does not know'])
          expect(at(thing, key), `${path} ${kind} ${key}`).toBeTruthy()
      }
    }
  }
  expect([...seen.keys()].sort()).toEqual(Object.keys(wanted).sort())
  expect(seen.get('LocalBusiness')).toEqual(['/', '/en'])
  expect(seen.get('FAQPage')).toEqual(expect.arrayContaining(['/faq', '/en/faq']))
  expect(seen.get('Course')).toEqual(
    expect.arrayContaining(['/events/1-sicherheitsunterweisung-lasercutter']),
  )
  expect(seen.get('BreadcrumbList')).toEqual(expect.arrayContaining(['/maschinen/lasercutter']))
})

function pathOf(url: string, base: string | undefined): string {
  return url.replace(base ?? '', '') || '/'
}

function at(thing: unknown, key: string): unknown {
  return key.split('.').reduce((value, part) => (value as Record<string, unknown> | undefined)?.[part], thing)
}

/** Attributes of each element of a name, their names in small letters. */
function tagsIn(html: string, name: string): Record<string, string>[] {
  return [...html.matchAll(new RegExp(`<${name} ([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        decoded(value),
      ]),
    ),
  )
}

function addressesIn(html: string): string[] {
  const single = [...html.matchAll(/ (?:href|src|action|poster)="([^"]*)"/g)].map(([, value = '']) => value)
  const sets = [...html.matchAll(/ srcset="([^"]*)"/gi)].flatMap(([, value = '']) =>
    value.split(', ').map((each) => each.split(' ')[0] ?? ''),
  )
  return [...new Set([...single, ...sets].map(decoded))].filter((value) => !/^(mailto|tel|data):/.test(value))
}

function decoded(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
}

/** Why an address leads nowhere; null for a good one. */
async function faultOf(request: APIRequestContext, address: string): Promise<string | null> {
  const [path = '', place] = address.split('#')
  const answer = await request.get(path)
  if (answer.status() >= 400) return String(answer.status())
  if (!place) return null
  return (await answer.text()).includes(` id="${decodeURIComponent(place)}"`) ? null : 'has no such place'
}
