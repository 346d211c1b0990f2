import type { Course } from '../../contracts/course.ts'
import type { LoadedPage } from '../blocks/load-page.ts'
import { blocksIn } from '../blocks/blocks-in.ts'
import type { PackageOffer } from '../blocks/page-data.tsx'
import * as paths from '../paths.ts'
import { richTextIn } from '../search/text-in.ts'
import type { SpaceFrame } from '../frame/space-frame.ts'

/** A thing of schema.org. */
export type Thing = { '@type': string } & Record<string, unknown>

interface Site {
  publicUrl: string
  space: SpaceFrame
}

/** Returns the structured data of a page by its type. */
export function structuredData(page: LoadedPage, site: Site): Thing[] {
  const { content, story, locale } = page
  const url = site.publicUrl + story.addresses[locale]
  const questions = blocksIn(content.body).flatMap((block) =>
    block.component === 'faq' && 'question' in block ? [block] : [],
  )
  return [
    ...(story.addresses.de === '/' ? [business(site)] : []),
    ...(page.index.length > 0 ? [breadcrumbs(page, site)] : []),
    ...(content.component === 'workshop' ? [course(page, content, url, site)] : []),
    ...(page.packages.length > 0 ? page.packages.map((offer) => product(offer, site)) : []),
    ...(questions.length > 0
      ? [
          {
            '@type': 'FAQPage',
            mainEntity: questions.map(({ question, answer }) => ({
              '@type': 'Question',
              name: question,
              acceptedAnswer: { '@type': 'Answer', text: richTextIn(answer) },
            })),
          },
        ]
      : []),
  ]
}

/** Returns the graph as the text of a script element. Nothing in it can end the element; soft hyphens are removed. */
export function jsonLd(things: Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
    .replace(/</g, '\\u003c')
    .replace(/\u00ad/g, '')
}

function business({ publicUrl, space }: Site): Thing {
  return {
    '@type': 'LocalBusiness',
    '@id': `${publicUrl}/#business`,
    name: space.name,
    url: publicUrl,
    ...(space.email && { email: space.email }),
    ...(space.phone && { telephone: space.phone }),
    openingHours: space.openingHours,
  }
}

/** Removes soft hyphens. */
const plain = (name: string) => name.replaceAll('\u00ad', '')

function breadcrumbs({ index, content, story, locale }: LoadedPage, { publicUrl }: Site): Thing {
  const steps = [...index, { label: plain(content.title || story.name), href: story.addresses[locale] }]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, href }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name: label,
      item: publicUrl + href,
    })),
  }
}

function course(
  { courses, locale }: LoadedPage,
  content: { title: string; summary: string; course: number | null },
  url: string,
  { publicUrl, space }: Site,
): Thing {
  const known = courses.find(({ id }) => id === content.course)
  return {
    '@type': 'Course',
    name: plain(content.title),
    description: content.summary,
    url,
    provider: { '@type': 'Organization', name: space.name, url: publicUrl },
    ...(known && {
      offers: {
        '@type': 'Offer',
        category: Number(known.price) === 0 ? 'Free' : 'Paid',
        price: known.price,
        priceCurrency: 'EUR',
        url: publicUrl + paths.event(locale, known.id, known.title[locale]),
      },
      hasCourseInstance: known.dates.map((date) => instance(date)),
    }),
  }
}

/** Local times without an offset (ISO 8601). */
function instance({ fromDateTime, untilDateTime }: Course['dates'][number]): Thing {
  return {
    '@type': 'CourseInstance',
    courseMode: 'Onsite',
    startDate: fromDateTime,
    endDate: untilDateTime,
  }
}

function product({ name, description, price }: PackageOffer, { publicUrl, space }: Site): Thing {
  return {
    '@type': 'Product',
    name: `${space.name} ${name}`,
    description,
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', url: publicUrl },
  }
}
