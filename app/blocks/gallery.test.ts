import { RouterContextProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import type { Asset } from '../../contracts/blocks.ts'
import { blocks } from '../../contracts/blocks.ts'
import { siteServices, type SiteServices } from '../context.ts'
import { locales } from '../i18n/locale.ts'
import { blocksIn } from './blocks-in.ts'
import { loader } from '../routes/gallery.tsx'
import { galleryPages } from './gallery.server.tsx'
import { renderStory } from './render-story.server.tsx'

const picture: Asset = {
  filename: 'https://a.storyblok.com/f/1/480x360/0/saw.svg',
  alt: 'A saw',
  title: '',
  copyright: '',
  focus: '',
}
const pages = galleryPages('de', [picture])
const shown = pages.flatMap(({ story }) => blocksIn(story.content.body))

afterEach(() => vi.restoreAllMocks())

test('the gallery shows every block', () =>
  expect([...new Set(shown.map(({ component }) => component))].toSorted()).toEqual(
    Object.keys(blocks).toSorted(),
  ))

test.each(['hero', 'wow', 'content-engagement', 'orientation-card'])(
  'a %s is shown for every audience',
  (name) => {
    const audiences = shown
      .filter(({ component }) => component === name)
      .map((block) =>
        'audience' in block ? block.audience : 'action_variant' in block && block.action_variant,
      )
    expect([...new Set(audiences)].toSorted()).toEqual(['', 'cooperation', 'education', 'makerspace'])
  },
)

test('the gallery shows every kind of page', () =>
  expect([...new Set(pages.map(({ story }) => story.content.component))].toSorted()).toEqual([
    'instruction',
    'machine',
    'page',
    'project-card',
    'trainer',
    'workshop',
  ]))

test.each(locales)('all of it renders without style attributes, in %s', (locale) => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const space = { name: 'Halle 9', email: null, phone: null, hours: [], openingHours: [], zone: 'UTC' }
  const nothing = {
    machines: [],
    workshops: [],
    stories: {},
    courses: [],
    trainings: {},
    week: null,
    projects: [],
    packages: [],
    index: [],
    drawings: {},
  }
  const labels = { 'machine-types': { laser: 'Laser' }, 'workshop-grade': {}, 'space-address': {} }
  const html = galleryPages(locale, [picture]).map(({ story, data }) =>
    renderStory(
      { ...nothing, labels, ...data, locale, story, content: story.content },
      { publicUrl: 'https://werkbank.example', space },
    ),
  )
  expect(warn).not.toHaveBeenCalled()
  expect(html.every((page) => page.includes('class="story'))).toBe(true)
  expect(html.join('')).not.toMatch(/ style="/)
})

test('in production there is no gallery', async () => {
  const url = new URL('https://werkbank.example/en/dev/blocks')
  const context = new RouterContextProvider()
  context.set(siteServices, { config: { gallery: false } } as SiteServices)
  const args = { request: new Request(url), url, context, params: {}, pattern: '/en?/dev/blocks' }
  await expect(loader(args as unknown as Parameters<typeof loader>[0])).rejects.toMatchObject({
    data: { message: 'Page not found: /en/dev/blocks' },
    init: { status: 404 },
  })
})
