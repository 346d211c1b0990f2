import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { siteServices } from '../context.ts'
import { storyHtml } from '../delivery/story-html.ts'
import { coursePage, eventsPage } from '../events/load-events.server.tsx'
import { localeOf, locales } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { demoServices } from '../seo/demo-site.fixture.ts'
import { loader as contentPage } from './content.tsx'

/**
 * What Google requires and recommends (developers.google.com/search/docs/appearance/structured-data: local-business,
 * course-info, event, carousel, breadcrumb, faqpage), without what nobody here knows: ratings and reviews, prices in
 * general, the start of sales, dates that were moved.
 */
const wanted: Record<string, { required: string[]; recommended: string[] }> = {
  LocalBusiness: {
    required: ['name', 'address'],
    recommended: ['@id', 'geo', 'image', 'openingHoursSpecification', 'telephone', 'email', 'url'],
  },
  OpeningHoursSpecification: { required: ['dayOfWeek', 'opens', 'closes'], recommended: [] },
  GeoCoordinates: { required: ['latitude', 'longitude'], recommended: [] },
  Course: {
    required: ['name', 'description', 'provider', 'offers', 'hasCourseInstance'],
    recommended: ['@id', 'url', 'image', 'publisher', 'inLanguage', 'educationalLevel'],
  },
  CourseInstance: {
    required: ['courseMode', 'courseWorkload', 'name', 'startDate', 'location', 'offers'],
    recommended: [
      'endDate',
      'description',
      'image',
      'organizer',
      'eventStatus',
      'eventAttendanceMode',
      'instructor',
      'inLanguage',
      'url',
    ],
  },
  Event: {
    required: ['name', 'startDate', 'location'],
    recommended: [
      'endDate',
      'description',
      'image',
      'organizer',
      'eventStatus',
      'eventAttendanceMode',
      'offers',
      'inLanguage',
      'url',
    ],
  },
  Place: { required: ['name', 'address'], recommended: [] },
  PostalAddress: {
    required: ['streetAddress', 'addressLocality', 'postalCode', 'addressCountry'],
    recommended: [],
  },
  Offer: { required: ['price', 'priceCurrency', 'category', 'url'], recommended: [] },
  EducationalOccupationalCredential: { required: ['name', 'credentialCategory'], recommended: [] },
  Organization: { required: ['name'], recommended: ['url'] },
  Person: { required: ['name'], recommended: [] },
  ItemList: { required: ['itemListElement'], recommended: [] },
  BreadcrumbList: { required: ['itemListElement'], recommended: [] },
  ListItem: { required: ['position'], recommended: [] },
  FAQPage: { required: ['mainEntity'], recommended: [] },
  Question: { required: ['name', 'acceptedAnswer'], recommended: [] },
  Answer: { required: ['text'], recommended: [] },
}

type Thing = { '@type': string } & Record<string, unknown>

const services = demoServices()
const courses = await services.backend.courses()
const allPaths = (await services.content.allAddresses()).flatMap(({ de, en }) => [de, en])
/** Addresses of stories about courses: they lead to the pages of their courses. */
const storiesOfCourses = allPaths.filter((path) => /^\/(kurse|en\/courses)\/./.test(path))
const contentPaths = allPaths.filter((path) => !storiesOfCourses.includes(path))
const coursePaths = courses.flatMap(({ id, title }) =>
  locales.map((locale) => paths.event(locale, id, title[locale])),
)
const eventsPaths = locales.map((locale) => paths.page(locale, 'events'))

/** Returns what the loader of a page states for the head of the document, and the graph that it draws. */
async function load(path: string) {
  const context = new RouterContextProvider()
  context.set(siteServices, services)
  const url = new URL(path, services.config.publicUrl)
  const asked = { request: new Request(url), url, context }
  const course = url.pathname.split('/').at(-1) ?? ''
  const page = eventsPaths.includes(path)
    ? (await eventsPage(asked)).data.page
    : coursePaths.includes(path)
      ? (await coursePage({ ...asked, params: { course } })).data
      : (await contentPage(asked as never)).data
  const html = context.get(storyHtml) ?? ''
  const [, json] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  return { page, html, graph: (json ? JSON.parse(json)['@graph'] : []) as Thing[] }
}

const graphOf = async (path: string) => (await load(path)).graph

/** Returns a thing and all things within it. */
function within(value: unknown): Thing[] {
  if (Array.isArray(value)) return value.flatMap(within)
  if (typeof value !== 'object' || value === null) return []
  return [...('@type' in value ? [value as Thing] : []), ...Object.values(value).flatMap(within)]
}

function missingOf(thing: Thing): string[] {
  const known = wanted[thing['@type']]
  if (!known) return [`nothing is known of ${thing['@type']}`]
  return [...known.required, ...known.recommended]
    .filter((name) => {
      const value = thing[name]
      return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
    })
    .map((name) => `${thing['@type']}.${name}`)
}

test.each([...contentPaths, ...coursePaths, ...eventsPaths])(
  '%s has every property that a search engine needs, and announces feeds where it should',
  async (path) => {
    const { page, graph } = await load(path)
    const announcesFeeds = ['/', '/en', ...eventsPaths].includes(path)
    expect(page.feeds).toBe(announcesFeeds ? translate(localeOf(path), 'events_title') : undefined)
    const things = within(graph)
    expect(things.flatMap(missingOf)).toEqual([])
    for (const { startDate, endDate, image, url } of things) {
      for (const time of [startDate, endDate])
        if (time !== undefined) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d\+0[12]:00$/)
      for (const address of [image, url]) if (address !== undefined) expect(address).toMatch(/^https:\/\//)
    }
  },
)

test.each([
  ['/', 'Köln'],
  ['/en', 'Cologne'],
])('%s has the business with its address and hours', async (path, city) => {
  const [business] = await graphOf(path)
  expect(business).toMatchObject({
    '@type': 'LocalBusiness',
    address: {
      '@type': 'PostalAddress',
      streetAddress: 'Am alten Drehwerk 9',
      postalCode: '51063',
      addressLocality: city,
      addressCountry: 'DE',
    },
    telephone: '+49 221 4710 909',
    email: 'hallo@halle9.example',
    openingHoursSpecification: [{ opens: '08:00', closes: '22:00' }],
  })
})

test('a course has one page: its story leads there, and shows there what it says', async () => {
  const targets = await Promise.all(
    storiesOfCourses.map((path) => load(`${path}?a=1`).then(String, (redirect: Response) => redirect)),
  )
  const found = targets.map((target) => [
    (target as Response).status,
    (target as Response).headers.get('location'),
    (target as Response).headers.get('cache-control'),
  ])
  expect(found.toSorted()).toEqual(coursePaths.map((path) => [301, `${path}?a=1`, 'no-cache']).toSorted())

  const [laser] = courses
  if (!laser) throw new Error('the demo has no course')
  const { graph, html } = await load(paths.event('de', laser.id, laser.title.de))
  const course = graph.find((thing) => thing['@type'] === 'Course')
  const [date] = (course?.['hasCourseInstance'] ?? []) as Thing[]
  expect(date).toMatchObject({
    courseWorkload: 'PT2H',
    instructor: { name: 'Jonas Petersen' },
    remainingAttendeeCapacity: 1,
    offers: { category: 'Paid' },
  })
  expect(graph.map((thing) => thing['@type'])).toContain('FAQPage')
  // The sheet with its parts, what one learns, the blocks of the editors; each once.
  for (const part of ['class="parts"', 'Das kannst du danach', 'Wie die zwei Stunden laufen', 'id="dates"'])
    expect(html.split(part)).toHaveLength(2)
})

test('a course over two days takes the hours of both', async () => {
  const long = courses.find(({ dates }) => dates.some(({ id }) => id === 901))
  const [course] = await graphOf(paths.event('de', long?.id ?? 0, long?.title.de ?? ''))
  expect(course?.['hasCourseInstance']).toMatchObject([{ courseWorkload: 'PT16H' }, {}, {}])
})

test.each(eventsPaths)('%s lists the page of each event and course with coming dates, once', async (path) => {
  const [list] = await graphOf(path)
  const pages = within(list).flatMap(({ url }) =>
    url ? [String(url).replace(services.config.publicUrl, '')] : [],
  )
  expect(pages.length).toBeGreaterThan(10)
  expect(new Set(pages).size).toBe(pages.length)
  expect(coursePaths).toEqual(expect.arrayContaining(pages))
})
