import type { LoadedPage } from '../blocks/load-page.ts'
import { blocksIn } from '../blocks/blocks-in.ts'
import type { PackageOffer } from '../blocks/page-data.tsx'
import * as paths from '../paths.ts'
import { richTextIn } from '../search/documents.ts'
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
    ...(page.index.length > 0
      ? [breadcrumbs(page.index, plain(content.title || story.name), url, site.publicUrl)]
      : []),
    ...(content.component === 'workshop' ? [course(page, content, url, site)] : []),
    ...page.packages.map((offer) => product(offer, site)),
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

/** Things as a script element. Nothing in them can end the element; soft hyphens are removed. */
export function JsonLd({ things }: { things: Thing[] }) {
  if (things.length === 0) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  const __html = plain(json.replace(/</g, '\\u003c'))
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
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

/**
 * Returns the breadcrumb of a page.
 * @param above the pages above it, from the top, with paths
 * @param url address of the page itself
 */
export function breadcrumbs(
  above: { label: string; href: string }[],
  name: string,
  url: string,
  publicUrl: string,
): Thing {
  const steps = [
    ...above.map(({ label, href }) => ({ name: label, item: publicUrl + href })),
    { name, item: url },
  ]
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map((step, index) => ({ '@type': 'ListItem', position: index + 1, ...step })),
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
      hasCourseInstance: known.dates.map(({ fromDateTime, untilDateTime }) => ({
        '@type': 'CourseInstance',
        courseMode: 'Onsite',
        // Local times without an offset (ISO 8601).
        startDate: fromDateTime,
        endDate: untilDateTime,
      })),
    }),
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
