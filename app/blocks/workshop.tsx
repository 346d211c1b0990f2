import type { WorkshopContent } from '../../contracts/story.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { BlockList } from './blocks.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { formatPrice } from './format-price.ts'
import { entryOf, usePageData } from './page-data.tsx'
import { RichText } from './richtext.tsx'
import { Sheet } from './sheet.tsx'
import { StoryHead } from './story-head.tsx'
import { StoryCourse } from './story-resource.ts'
import { WorkshopDetails } from './workshop-details.tsx'

/** The page of a workshop: its project on a drawing sheet, with grade, trainer, price and the next dates. */
export function Workshop({ content }: { content: WorkshopContent }) {
  const { title, summary, drawing, facts, grade, duration, trainer, learn, course: id, body } = content
  const locale = useLocale()
  const t = useTranslate()
  const { labels, stories, courses, index } = usePageData()
  const course = courses.find((each) => each.id === id)
  const person = entryOf(stories, trainer)
  const rows = [
    { label: t('block_workshop_grade'), value: entryOf(labels['workshop-grade'], grade) },
    { label: t('block_workshop_duration'), value: duration },
    { label: t('block_workshop_trainer'), value: person && <a href={person.href}>{person.title}</a> },
    { label: t('block_workshop_price'), value: course && formatPrice(course.price, locale) },
  ].filter(({ value }) => value)
  const details = body.find((block) => block.component === 'workshop-details' && 'course' in block)
  return (
    <StoryCourse value={id}>
      <article className="story workshop" data-audience={content.audience || undefined}>
        <Breadcrumb steps={index} here={title} />
        <StoryHead title={title} summary={summary} />
        <Sheet drawing={drawing} facts={facts} rows={rows}>
          <WorkshopDetails block={details ?? { component: 'workshop-details', _uid: '', course: id }} />
        </Sheet>
        {learn.content.length > 0 && (
          <section className="text learn">
            <div className="richtext">
              <h2>{t('block_workshop_learn')}</h2>
              <RichText text={learn} />
            </div>
          </section>
        )}
        <BlockList blocks={body.filter(({ component }) => component !== 'workshop-details')} />
      </article>
    </StoryCourse>
  )
}
