import { data, redirect, type RouterContextProvider } from 'react-router'
import { freeCancelDayLeft } from '../../rules/course-place.ts'
import { servicesOf } from '../context.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { pictureSource } from '../ui/picture-source.ts'
import { comingEntries, openEntries } from './event-filter.ts'
import { loadCourses } from './load-courses.server.ts'

interface Asked {
  params: { course: string }
  url: URL
  context: Readonly<RouterContextProvider>
}

/**
 * Returns the course of a page on which people sign up, its drawing, the dates that are open for that, and the one that the
 * address names; null = none, `isClosed` = it is none of those. An account may have a place on one that is not open any more.
 * @param moved status of a redirect: 308 sends a form again
 * @throws 404 for an unknown course, a redirect to its address
 */
export async function courseOf(
  { params, url, context }: Asked,
  step: 'sign-up' | 'guest',
  moved: 301 | 308 = 301,
) {
  const locale = localeOf(url.pathname)
  const id = Number(/^([1-9]\d{0,8})(-|$)/.exec(params.course)?.[1] ?? 0)
  const services = servicesOf(context)
  const courses = id > 0 ? await loadCourses(services, locale, [id]) : null
  const course = courses?.courses[0]
  if (!courses || !course) throw data(`Page not found: ${url.pathname}`, { status: 404 })
  const path = `${paths.event(locale, id, course.title[locale])}/${step}`
  if (url.pathname !== path) throw redirect(path + url.search, moved)
  const open = openEntries([course], courses.now)
  const named = step === 'guest' ? open : comingEntries([course], courses.now)
  const date =
    named.find(({ date: { id: each } }) => String(each) === url.searchParams.get('date'))?.date ?? null
  const { freeCancelDays } = course
  const freeUntil = date && freeCancelDayLeft({ begins: date.fromDateTime, freeCancelDays }, courses.now)
  const drawing = pictureSource(
    courses.stories.get(id)?.content.drawing?.filename ?? '',
    services.config.publicUrl,
  )
  return {
    course,
    dates: open.map((each) => each.date),
    date,
    isClosed: date === null && url.searchParams.has('date'),
    freeUntil,
    email: courses.space.email,
    drawing,
  }
}
