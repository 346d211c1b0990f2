import type { BlockTypes } from '../../contracts/blocks.ts'
import { formatPrice } from '../events/event-words.ts'
import { clockTime, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { ButtonLink, SafeLink } from './links.tsx'
import { LiveText } from './live-text.tsx'
import { entryOf, type StoryCard, usePageData } from './page-data.tsx'
import { AssetFigure } from './picture.tsx'

/** A story as a card: all of it links to its page. Equipment shows its live state, a course its next date. */
export function Card({ card, level = 3 }: { card: StoryCard; level?: 3 | 4 }) {
  const label = useCardLabel(card)
  // The list of equipment shows the type once, above its group.
  const inGroup = card.kind === 'machine' && level === 4
  const Heading = `h${level}` as const
  return (
    <article className={`card ${card.kind}`}>
      <AssetFigure asset={card.picture} thumbnail />
      <div>
        {label && !inGroup && <p className="card-label">{label}</p>}
        <Heading>
          <a href={card.href}>{card.title}</a>
        </Heading>
        {card.summary && <p>{card.summary}</p>}
        {card.kind === 'machine' && card.foreignId !== null && (
          // It has its height before the state is known.
          <>
            <p className="live-status">
              <LiveText of="equipment" id={card.foreignId} field="status" />
            </p>
            <p className="card-terms">
              <LiveText of="equipment" id={card.foreignId} field="price" />
              <LiveText of="equipment" id={card.foreignId} field="trainingMark" />
              {inGroup && <LiveText of="equipment" id={card.foreignId} field="needsTraining" />}
            </p>
          </>
        )}
        {card.kind === 'workshop' && <CourseTerms id={card.foreignId} />}
      </div>
    </article>
  )
}

/** The next date of a course, its price and the free seats of that date; nothing while the backend is unavailable. */
function CourseTerms({ id }: { id: number | null }) {
  const locale = useLocale()
  const t = useTranslate()
  const course = usePageData().courses.find((each) => each.id === id)
  if (!course) return null
  const next = course.dates.find(({ freeSeats }) => freeSeats > 0) ?? course.dates[0]
  return (
    <>
      <p className="card-date">
        {next ? (
          <>
            <span className="visually-hidden">{t('block_card_next_date')} </span>
            <time dateTime={next.fromDateTime}>
              {t('block_machine_training_date', {
                day: shortDay(next.fromDateTime, locale),
                time: clockTime(next.fromDateTime),
              })}
            </time>{' '}
            {course.dates.at(-1) !== next && <span>{t('block_card_later_dates')}</span>}
          </>
        ) : (
          t('block_card_no_date')
        )}
      </p>
      <p className="card-terms">
        <span>{formatPrice(course.price, locale)}</span>{' '}
        {next && <LiveText of="date" id={next.id} field="seats" />}
      </p>
    </>
  )
}

/** Returns the text above a card: the label of a grade or type, else the story's own text. */
function useCardLabel({ kind, label }: StoryCard): string {
  const { labels } = usePageData()
  if (kind === 'workshop') return entryOf(labels['workshop-grade'], label) ?? ''
  if (kind === 'machine') return entryOf(labels['machine-types'], label) ?? ''
  return label
}

/** Another story as a card; an unpublished one is left out. */
export function Preview({ block }: { block: BlockTypes['preview'] }) {
  const card = entryOf(usePageData().stories, block.story)
  return card ? <Card card={card} /> : null
}

/** A card with content by an editor, with or without a link. */
export function Teaser({ block }: { block: BlockTypes['teaser'] }) {
  const { title, text, drawing, link, link_label: label } = block
  return (
    <article className="card teaser">
      <AssetFigure asset={drawing} thumbnail />
      <div>
        <h3>
          <SafeLink link={link} otherwise={title}>
            {title}
          </SafeLink>
        </h3>
        {text && <p>{text}</p>}
        {label && link && (
          <p className="card-more" aria-hidden>
            {label}
          </p>
        )}
      </div>
    </article>
  )
}

/** A type of equipment that links to its group in the overview. A type without a label is left out. */
export function MachineCategoryCard({ block }: { block: BlockTypes['machine-category-card'] }) {
  const locale = useLocale()
  const label = entryOf(usePageData().labels['machine-types'], block.machine_type)
  if (!label) return null
  return (
    <article className="card machine-category">
      <AssetFigure asset={block.drawing} thumbnail />
      <div>
        <h3>
          <a href={`${paths.machines(locale)}#${machineTypeAnchor(block.machine_type)}`}>{label}</a>
        </h3>
        {block.text && <p>{block.text}</p>}
      </div>
    </article>
  )
}

/** Returns the anchor of a type of equipment in the overview. */
export function machineTypeAnchor(machineType: string): string {
  return `type-${machineType.replace(/[^\w-]+/g, '-')}`
}

/** A link for one audience, in its accent. */
export function OrientationCard({ block }: { block: BlockTypes['orientation-card'] }) {
  return (
    <article className="orientation-card" data-audience={block.audience || undefined}>
      <h3>{block.title}</h3>
      {block.text && <p>{block.text}</p>}
      {block.link_label && (
        <p className="actions">
          <ButtonLink link={block.link} label={block.link_label} />
        </p>
      )}
    </article>
  )
}
