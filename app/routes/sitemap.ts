import { listedPages } from '../../contracts/addresses.ts'
import { servicesOf } from '../context.ts'
import * as paths from '../paths.ts'
import { cacheableWithAnyQuery, uncached } from '../delivery/cacheable.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import type { Route } from './+types/sitemap'

/** Lists every public page in both languages with its alternates (sitemaps.org 0.9, hreflang extension). */
export async function loader({ url, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  const { content, backend, config, log } = services
  const screens = listedPages.map((path) => ({ de: `/${path}`, en: `/en/${path}` }))
  const courses = await backend.courses().catch((error: unknown) => {
    log.warn({ err: error }, 'courses could not be read')
    return null
  })
  const events = (courses ?? []).map(({ id, title }) => ({
    de: paths.event('de', id, title.de),
    en: paths.event('en', id, title.en),
  }))
  const [stories, workshops] = await Promise.all([
    content.allAddresses(),
    content.storiesOfType('workshop', 'de'),
  ]).catch(upstreamFailure(services, url))
  // The story of a course is on the page of the course.
  const ofCourses = new Set(workshops.flatMap((story) => (story.content.course ? [story.uuid] : [])))
  const pages = [...stories.filter(({ uuid }) => !ofCourses.has(uuid)), ...screens, ...events]
  const urls = pages.flatMap(({ de, en }) =>
    [de, en].map((address) => entry(address, { de, en }, config.publicUrl)),
  )
  const xml =
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n' +
    `${urls.join('\n')}\n</urlset>\n`
  return new Response(xml, {
    headers: {
      ...(courses ? cacheableWithAnyQuery : uncached),
      'content-type': 'application/xml; charset=utf-8',
    },
  })
}

function entry(address: string, { de, en }: { de: string; en: string }, publicUrl: string): string {
  const alternate = (language: string, path: string) =>
    `<xhtml:link rel="alternate" hreflang="${language}" href="${escaped(publicUrl + path)}"/>`
  const alternates = [alternate('de', de), alternate('en', en), alternate('x-default', de)].join('')
  return `<url><loc>${escaped(publicUrl + address)}</loc>${alternates}</url>`
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')
}
