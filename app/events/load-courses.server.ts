import { data } from 'react-router'
import type { Course } from '../../contracts/course.ts'
import type { Labels } from '../../contracts/label.ts'
import type { StoryOf } from '../../contracts/story.ts'
import { toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import { pageErrorOf } from '../errors/upstream.ts'
import type { Locale } from '../i18n/locale.ts'

/** Courses with the data of the other parts. */
export interface Courses {
  courses: Course[]
  /** Stories by the id of their course; empty while the content service is away. */
  stories: ReadonlyMap<number, StoryOf<'workshop'>>
  /** Labels of machine-types by key; a story names its topic by one. */
  topics: Record<string, string>
  /** Labels of workshop-grade by key. */
  grades: Record<string, string>
  space: { name: string; email: string | null; zone: string }
  /** The label group space-address. */
  address: Labels
  /** Now, as wall-clock time of the space. */
  now: string
}

/** @throws the refusal of the backend or the connector; 503 with Retry-After when one of them is away */
export async function loadCourses(services: SiteServices, locale: Locale, ids?: number[]): Promise<Courses> {
  const [courses, spaces, stories, labels] = await Promise.all([
    services.backend.courses(ids).catch(unavailable),
    services.connector.spaces().catch(unavailable),
    readStories(services, locale),
    services.labels(locale),
  ])
  const [space] = spaces
  if (!space) throw unavailable(new Error('there is no space'))
  return {
    courses,
    stories,
    topics: labels['machine-types'],
    grades: labels['workshop-grade'],
    space: { name: space.name, email: space.emailAddress, zone: space.timezone },
    address: labels['space-address'],
    now: toLocal(services.now(), space.timezone),
  }

  function unavailable(error: unknown): never {
    services.log.warn({ err: error }, 'courses could not be read')
    throw pageErrorOf(error) ?? data('Service Unavailable', { status: 503, headers: { 'retry-after': '30' } })
  }
}

async function readStories({ content, log }: SiteServices, locale: Locale): Promise<Courses['stories']> {
  const stories = await content.storiesOfType('workshop', locale).catch((error: unknown) => {
    log.warn({ err: error }, 'stories of workshops could not be read')
    return []
  })
  return new Map(stories.flatMap((story) => (story.content.course ? [[story.content.course, story]] : [])))
}
