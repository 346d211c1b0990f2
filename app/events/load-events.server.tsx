import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { data, redirect, type RouterContextProvider } from 'react-router'
import { type LoadedPage, withData } from '../blocks/load-page.ts'
import { renderStory } from '../blocks/render-story.server.tsx'
import { CoursePage, type CourseView } from './course-page.tsx'
import { EventsPage } from './events-page.tsx'
import { readFilter } from './event-filter.ts'
import type { Course } from '../../contracts/course.ts'
import type { StoryOf } from '../../contracts/story.ts'
import { loadDirectory } from '../live/directory.ts'
import {
  giving,
  instructionFor,
  instructionWay,
  readTrainingCourses,
  titleOf,
} from './training-way.server.ts'
import { type Courses, loadCourses } from './load-courses.server.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { keepMarkupTogether } from '../i18n/keep-together.server.ts'
import { type Locale, LocaleContext, localeOf } from '../i18n/locale.ts'
import { translate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { askedAgain, uncached } from '../delivery/cacheable.ts'
import { storyHtml } from '../delivery/story-html.ts'
import type { ContentPage } from '../frame/content-page.tsx'

interface PageRequest {
  request: Request
  url: URL
  context: Readonly<RouterContextProvider>
}

/** Public, but never in the page cache, because it states free seats. */
const headers = { 'cache-control': 'public, no-cache' }

/** All dates, filtered by the query. @throws 503 while courses cannot be had */
export async function eventsPage({ request, url, context }: PageRequest) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const courses = await loadCourses(services, locale)
  const { filter, ignored } = readFilter(url.searchParams, {
    topics: Object.keys(courses.topics),
    grades: Object.keys(courses.grades),
  })
  const page: ContentPage = {
    path: url.pathname + url.search,
    title: translate(locale, 'events_title'),
    description: translate(locale, 'events_lead'),
    audience: '',
    alternates: { de: paths.page('de', 'events'), en: paths.page('en', 'events') },
    sharedAs: paths.home(locale),
    feeds: translate(locale, 'events_title'),
    html: drawn(
      EventsPage,
      { courses, filter, ignored, publicUrl: services.config.publicUrl },
      { request, url, context },
    ),
  }
  // The language switch keeps the query, so it does not use `alternates`.
  return data({ page }, { headers })
}

/**
 * Loads one course at `/events/{id}-{slug}` with the story about it; redirects permanently from another slug or none.
 * A course that the backend does not know or cannot give at the moment is its story.
 * @throws 404 'Page not found: {path}', 503 while courses cannot be had, both where no story is about it
 */
export async function coursePage({
  request,
  url,
  context,
  params,
}: PageRequest & { params: { course: string } }) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const id = Number(/^([1-9]\d{0,8})(-|$)/.exec(params.course)?.[1] ?? 0)
  const asked = { request, url, context }
  let courses: Courses | null = null
  let failure: unknown = data(`Page not found: ${url.pathname}`, { status: 404 })
  try {
    courses = id > 0 ? await loadCourses(services, locale, [id]) : null
  } catch (error) {
    failure = error
  }
  const course = courses?.courses[0]
  if (!courses || !course) {
    const shown = await storyPage(id, asked)
    if (!shown) throw failure
    return shown
  }
  const path = paths.event(locale, id, course.title[locale])
  if (url.pathname !== path) throw redirect(path + url.search, askedAgain)

  const found = courses.stories.get(id)
  const [above, trainer, unlocks, needs, story] = await Promise.all([
    pagesAbove(services, locale),
    trainerOf(services, locale, found?.content.trainer),
    unlockedBy(services, locale, course),
    neededFor(services, locale, course),
    found ? readStory(services, locale, found) : null,
  ])
  const { publicUrl } = services.config
  const page: ContentPage = {
    path,
    title: course.title[locale],
    description: found?.content.summary || translate(locale, 'events_lead'),
    audience: found?.content.audience ?? '',
    alternates: { de: paths.event('de', id, course.title.de), en: paths.event('en', id, course.title.en) },
    sharedAs: found?.addresses[locale] ?? paths.home(locale),
    html: drawn(CoursePage, { course, courses, above, trainer, unlocks, needs, story, publicUrl }, asked),
  }
  return data(page, { headers })
}

/** Reads a story with what its blocks need; null while the content service does not give it. */
async function readStory(
  services: SiteServices,
  locale: Locale,
  story: StoryOf<'workshop'>,
): Promise<LoadedPage | null> {
  return withData(services, locale, story).catch((error: unknown) => {
    services.log.warn({ err: error }, 'the story of a course could not be read')
    return null
  })
}

/** The page of a story that is about a course, without the course; null where there is none. */
async function storyPage(id: number, asked: PageRequest) {
  const { url, context } = asked
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const stories = id > 0 ? await services.content.storiesOfType('workshop', locale).catch(() => []) : []
  const found = stories.find(({ content }) => content.course === id)
  const story = found && (await readStory(services, locale, found))
  if (!story) return null
  const { publicUrl } = services.config
  const { title, summary, audience } = found.content
  const page: ContentPage = {
    path: url.pathname,
    title: title.replaceAll('\u00ad', ''),
    description: summary,
    audience,
    alternates: { de: paths.event('de', id, title), en: paths.event('en', id, title) },
    sharedAs: found.addresses[locale],
    html: placed(renderStory(story, { publicUrl, space: await services.space(locale) }), asked),
  }
  return data(page, { headers: uncached })
}

/** Draws a page of dates, only on the server like content (docs/decisions/014-content-is-html.md). */
function drawn<Props extends object>(
  Page: FunctionComponent<Props>,
  props: Props,
  asked: PageRequest,
): string | null {
  const locale = localeOf(asked.url.pathname)
  const page = <LocaleContext value={locale}>{createElement(Page, props)}</LocaleContext>
  return placed(keepMarkupTogether(renderToStaticMarkup(page)), asked)
}

/** A document carries the HTML in itself; a navigation of the router asks for data, which includes the HTML. */
function placed(html: string, { request, context }: PageRequest): string | null {
  if (new URL(request.url).pathname.endsWith('.data')) return html
  context.set(storyHtml, html)
  return null
}

/** Returns the pages above a course; without the home page while the content service is away. */
async function pagesAbove({ content, log }: SiteServices, locale: Locale): Promise<CourseView['above']> {
  const home = await content.story('', locale).catch((error: unknown) => {
    log.warn({ err: error }, 'the page above a course could not be read')
    return null
  })
  return [
    ...(home ? [{ label: home.name, href: home.addresses[locale] }] : []),
    { label: translate(locale, 'events_title'), href: paths.page(locale, 'events') },
  ]
}

async function trainerOf({ content, log }: SiteServices, locale: Locale, uuid: string | undefined) {
  if (!uuid) return null
  const trainers = await content.storiesOfType('trainer', locale).catch((error: unknown) => {
    log.warn({ err: error }, 'trainers could not be read')
    return []
  })
  const found = trainers.find((each) => each.uuid === uuid)
  return found ? { name: found.content.title || found.name, href: found.addresses[locale] } : null
}

/** Returns the trainings that a course needs; none while they cannot be read. */
async function neededFor(
  services: SiteServices,
  locale: Locale,
  { requires }: Course,
): Promise<CourseView['needs']> {
  const known = requires.length > 0 ? await readTrainingCourses(services) : null
  if (!known) return []
  return requires.map((training) => {
    const [course] = giving(training, known.courses)
    const instruction = instructionFor([training], known)
    const page = course && paths.event(locale, course.id, course.title[locale])
    const href = instruction ? instructionWay(instruction, locale).href : (page ?? null)
    return { name: titleOf(training, known, locale), href }
  })
}

/** Returns the visible equipment that a course unlocks; none while the connector is away. */
async function unlockedBy(
  services: SiteServices,
  locale: Locale,
  { grants }: Course,
): Promise<CourseView['unlocks']> {
  if (grants.length === 0) return []
  const { connector, content, log } = services
  try {
    const [trainings, { equipment, nameOf }, stories] = await Promise.all([
      connector.trainingCourses(),
      loadDirectory(services, locale),
      content.storiesOfType('machine', locale).catch(() => []),
    ])
    const unlocked = new Set(
      trainings.filter(({ id }) => grants.includes(id)).flatMap(({ resources }) => resources),
    )
    return equipment
      .filter(({ id, visibleForMembers }) => visibleForMembers && unlocked.has(id))
      .map(({ id, name }) => ({
        name: nameOf(id) ?? name,
        href: stories.find((story) => story.content.resource === id)?.addresses[locale] ?? null,
      }))
  } catch (error) {
    log.warn({ err: error }, 'equipment of a course could not be read')
    return []
  }
}
