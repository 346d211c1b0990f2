import type { Block } from '../../contracts/blocks.ts'
import type { LoadedPage } from '../blocks/load-page.ts'
import { blocksIn } from '../blocks/blocks-in.ts'
import { entryOf, type PackageOffer } from '../blocks/page-data.tsx'
import * as paths from '../paths.ts'
import { richTextIn } from '../search/documents.ts'
import type { SpaceFrame } from '../frame/space-frame.ts'
import { bareCourse, courseThings } from './course-json-ld.ts'
import {
  breadcrumbs,
  coordinates,
  openingHoursThings,
  plain,
  postalAddress,
  type Site,
  type Thing,
} from './things.ts'

interface Given {
  publicUrl: string
  space: SpaceFrame
}

/** Returns the structured data of a page by its type. */
export function structuredData(page: LoadedPage, { publicUrl, space }: Given): Thing[] {
  const { content, story, locale } = page
  const site = { publicUrl, space, address: page.labels['space-address'] }
  const url = publicUrl + story.addresses[locale]
  return [
    ...(story.addresses.de === '/' ? [business(site, space)] : []),
    ...(page.index.length > 0
      ? [breadcrumbs(page.index, plain(content.title || story.name), url, publicUrl)]
      : []),
    ...(content.component === 'workshop' ? course(page, content, url, site) : []),
    ...page.packages.map((offer) => product(offer, site)),
    ...answers(content.body),
  ]
}

/** Returns the questions and answers of a page; none without any. */
export function answers(body: Block[]): Thing[] {
  const questions = blocksIn(body).flatMap((block) =>
    block.component === 'faq' && 'question' in block ? [block] : [],
  )
  if (questions.length === 0) return []
  const mainEntity = questions.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: richTextIn(answer) },
  }))
  return [{ '@type': 'FAQPage', mainEntity }]
}

/** Things as a script element. Nothing in them can end the element; soft hyphens are removed. */
export function JsonLd({ things }: { things: Thing[] }) {
  if (things.length === 0) return null
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things })
  const __html = plain(json.replace(/</g, '\\u003c'))
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html }} />
}

function business(site: Site, { email, phone, openingHours }: SpaceFrame): Thing {
  const { publicUrl, space } = site
  return {
    '@type': 'LocalBusiness',
    '@id': `${publicUrl}/#business`,
    name: space.name,
    url: publicUrl,
    image: publicUrl + paths.sharePicture('/'),
    ...postalAddress(site),
    ...coordinates(site),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    openingHoursSpecification: openingHoursThings(openingHours),
  }
}

/** The course of a workshop's page; without dates and prices while the backend does not know it. */
function course(
  { courses, labels, locale, story }: LoadedPage,
  content: { title: string; summary: string; course: number | null },
  url: string,
  site: Site,
): Thing[] {
  const words = {
    name: content.title,
    description: content.summary,
    sharedAs: story.addresses[locale],
    locale,
  }
  const known = courses.find(({ id }) => id === content.course)
  if (!known) return [bareCourse(words, url, site)]
  const level = entryOf(labels['workshop-grade'], known.grade) ?? ''
  return courseThings({ ...words, course: known, dates: known.dates, level, seats: false, site })
}

function product({ name, description, price }: PackageOffer, { publicUrl, space }: Site): Thing {
  return {
    '@type': 'Product',
    name: `${space.name} ${name}`,
    description,
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR', url: publicUrl },
  }
}
