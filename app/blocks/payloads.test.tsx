import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Story, type KnownStory } from '../../contracts/story.ts'
import { hostileContent, rootTypes } from './hostile-content.fixture.ts'
import type { LoadedPage } from './load-page.ts'
import { payloads } from './payloads.fixture.ts'
import { renderStory } from './render-story.server.tsx'

beforeEach(() => {
  // Unknown blocks log a warning; here any block may be unknown.
  vi.spyOn(console, 'warn').mockReturnValue()
})
afterEach(() => vi.restoreAllMocks())

/** A page in which every text is the payload, including those of other services. */
function rendered(root: (typeof rootTypes)[number], payload: string): string {
  // The client starts every address of a story this way.
  const address = `/menschen/${payload}`
  const story = Story.parse({
    id: 1,
    uuid: payload,
    name: payload,
    slug: payload,
    full_slug: payload,
    content: hostileContent(root, payload),
    addresses: { de: address, en: address },
  }) as KnownStory
  const picture = { filename: payload, alt: payload, title: payload, copyright: payload, focus: payload }
  const card = {
    uuid: payload,
    slug: payload,
    title: payload,
    summary: payload,
    href: address,
    label: payload,
    kind: 'machine' as const,
    picture,
    foreignId: 1,
  }
  const page: LoadedPage = {
    locale: 'de',
    story,
    content: story.content,
    machines: [card],
    workshops: [{ ...card, kind: 'workshop' }],
    stories: { [payload]: card },
    courses: [],
    trainings: {
      1: {
        dates: [{ id: 1, course: payload, fromDateTime: '2026-12-01T18:00', href: address }],
        email: payload,
      },
    },
    week: { resource: 1, days: ['2026-12-01'], opens: 480, closes: 1320 },
    projects: [{ ...card, kind: 'project-card' }],
    packages: ['member', 'team', 'day'].map((kind, id) => ({
      id,
      kind: kind as 'member',
      name: payload,
      description: payload,
      price: payload,
      fee: payload,
      period: payload,
      gives: [payload],
    })),
    labels: {
      'machine-types': { [payload]: payload },
      'workshop-grade': { [payload]: payload },
      'space-address': { street: payload, city: payload, country: payload, latitude: payload },
    },
    index: [{ label: payload, href: address }],
    drawings: {},
  }
  const words = { name: payload, email: payload, phone: payload, zone: payload }
  const openingHours = [{ dayOfWeek: 1, fromTime: payload, untilTime: payload }]
  const space = { ...words, hours: [payload], openingHours }
  return renderStory(page, { publicUrl: 'https://halle.example', space })
}

const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-zA-Z][\w:-]*(?:="[^"<>]*")?)*)\s*\/?>/g
/** Preload by React, for a picture at the top of a page. */
const preload = /<link rel="preload" as="image" href="(?:https?:\/\/|\/)[^"<>]*"(?: [a-zA-Z]+="[^"<>]*")*\/>/g
const foreignTags =
  /^(iframe|object|embed|base|meta|link|style|form|textarea|template|portal|math|noscript|frameset)$/
const foreignAttributes = /^(on.*|style|srcdoc|formaction|ping|is|slot|background)$/i
/** An address of this site, or of one of the few allowed kinds. */
const fine = /^(https?:\/\/|mailto:|tel:|\/(?![/\\])|#)/i

/** Returns markup of a page that could run or that the site does not write; [] = safe. */
function findings(html: string): string[] {
  const found: string[] = []
  const data = /<script type="application\/ld\+json">([^<]*)<\/script>/g
  for (const [, json = ''] of html.matchAll(data)) JSON.parse(json)
  const rest = html
    .replace(data, '')
    .replace(preload, '')
    .replace(tag, (_, slash: string, name: string, attributes: string) => {
      if (name === 'script' || foreignTags.test(name)) found.push(`<${name}>`)
      if (slash) return ''
      for (const [, key = '', value = ''] of attributes.matchAll(/ ([\w:-]+)(?:="([^"]*)")?/g)) {
        if (foreignAttributes.test(key)) found.push(key)
        if (/^(href|src|action|data|poster|xlink:href)$/i.test(key) && !fine.test(decoded(value)))
          found.push(`${key}=${value}`)
      }
      return ''
    })
  // Markup that is left was not written by the site.
  if (/[<>]/.test(rest)) found.push(/.{0,60}[<>].{0,60}/.exec(rest)?.[0] ?? '')
  return found
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const decoded = (value: string) =>
  value.replace(/&(amp|lt|gt|quot|#x27);/g, (_, name: string) => entities[name] ?? '')

test('the list is long and has no duplicates', () => {
  expect(payloads.length).toBeGreaterThanOrEqual(200)
  expect(new Set(payloads).size).toBe(payloads.length)
})

test('the check finds unsafe markup', () => {
  for (const bad of ['<script>a</script>', '<b onclick="a">', '<a href="javascript:a">', '<i <b>', 'a > b'])
    expect(findings(bad), bad).not.toEqual([])
  expect(findings('<p class="a" id="b">a &lt; b<br/><a href="/faq">x</a></p>')).toEqual([])
})

test('every field shows its text', () => {
  for (const root of rootTypes) {
    const html = rendered(root, 'Ganz harmlos')
    expect(html.split('Ganz harmlos').length, root).toBeGreaterThan(root === 'page' ? 500 : 50)
    expect(findings(html.replaceAll('="Ganz harmlos"', '="/"'))).toEqual([])
  }
})

test.each(payloads.map((payload) => [payload]))('%j stays text', (payload) => {
  for (const root of rootTypes) expect(findings(rendered(root, payload)), root).toEqual([])
})
