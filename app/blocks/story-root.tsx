import { type ComponentType, createElement, type ReactNode } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import type { ContentTypes, KnownStory, Story } from '../../contracts/story.ts'
import { formatPrice } from '../events/event-words.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { BlockList, componentOf } from './blocks.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { Card } from './cards.tsx'
import { MachineDetails, StoryCourse, StoryResource, WorkshopDetails } from './details.tsx'
import { MachineWeek } from './machine-week.tsx'
import { entryOf, usePageData } from './page-data.tsx'
import { AssetFigure } from './picture.tsx'
import { RichText } from './richtext.tsx'
import { Sheet, SheetFrame, type TitleRow, TitleRows } from './sheet.tsx'

/** Renders a story by its root content type; nothing for an unknown one, with one warning. */
export function StoryRoot({ content }: { content: Story['content'] }) {
  const Root = componentOf<{ content: Story['content'] }>(roots, 'story', content.component)
  return Root && createElement(Root, { content })
}

interface Of<Kind extends keyof ContentTypes> {
  content: ContentTypes[Kind]
}

/** An ordinary page. Its title is the `h1` unless a block at its top has one. */
function Page({ content }: Of<'page'>) {
  const hasHero = content.body.some(({ component }) => component === 'hero')
  return (
    <div className="story story-page" data-audience={content.audience || undefined}>
      {!hasHero && <h1>{content.title}</h1>}
      <BlockList blocks={content.body} />
    </div>
  )
}

/** The page of a piece of equipment: a drawing sheet with parts list and title block, then its other blocks. */
function Machine({ content }: Of<'machine'>) {
  const { drawing, facts, machine_type, body, resource } = content
  const t = useTranslate()
  const type = entryOf(usePageData().labels['machine-types'], machine_type)
  const details = body.find((block) => block.component === 'machine-details' && 'resource' in block)
  return (
    <StoryResource value={resource}>
      <StoryArticle name="machine" content={content} hides="machine-details" end={<ProjectsHere />}>
        <StoryHead content={content} />
        <Sheet drawing={drawing} facts={facts} rows={[[t('block_machine_type'), type ?? t('block_pending')]]}>
          <MachineDetails block={details ?? { component: 'machine-details', _uid: '', resource }} />
        </Sheet>
        <MachineWeek />
      </StoryArticle>
    </StoryResource>
  )
}

/** Projects that were made on the equipment of this page; nothing without any. */
function ProjectsHere() {
  const t = useTranslate()
  const { projects } = usePageData()
  if (projects.length === 0) return null
  return (
    <section className="cards-wrapper">
      <h2>{t('block_machine_projects')}</h2>
      <div className="cards">
        {projects.map((card) => (
          <Card key={card.uuid} card={card} />
        ))}
      </div>
    </section>
  )
}

/** The page of a workshop: its project on a drawing sheet, with grade, trainer, price and the next dates. */
function Workshop({ content }: Of<'workshop'>) {
  const { grade, duration, trainer, learn, course: id, body } = content
  const locale = useLocale()
  const t = useTranslate()
  const { labels, stories, courses } = usePageData()
  const course = courses.find((each) => each.id === id)
  const person = entryOf(stories, trainer)
  const details = body.find((block) => block.component === 'workshop-details' && 'course' in block)
  return (
    <StoryCourse value={id}>
      <StoryArticle name="workshop" content={content} hides="workshop-details">
        <StoryHead content={content} />
        <WorkshopSheet
          content={content}
          rows={[
            [t('block_workshop_grade'), entryOf(labels['workshop-grade'], grade)],
            [t('block_workshop_duration'), duration],
            [t('block_workshop_trainer'), person && <a href={person.href}>{person.title}</a>],
            [t('block_workshop_price'), course && formatPrice(course.price, locale)],
          ]}
        />
        <WorkshopDetails block={details ?? { component: 'workshop-details', _uid: '', course: id }} />
        <WorkshopLearn learn={learn} />
      </StoryArticle>
    </StoryCourse>
  )
}

/** The drawing sheet of a workshop, with the way to its dates below on the page. */
export function WorkshopSheet({ content: { drawing, facts }, rows }: Of<'workshop'> & { rows: TitleRow[] }) {
  const t = useTranslate()
  return (
    <Sheet drawing={drawing} facts={facts} rows={rows}>
      <p className="actions">
        <a className="button" href="#dates">
          {t('block_workshop_to_dates')}
        </a>
      </p>
    </Sheet>
  )
}

/** What one learns in a workshop; nothing where the editors say nothing. */
export function WorkshopLearn({ learn }: Pick<ContentTypes['workshop'], 'learn'>) {
  const t = useTranslate()
  if (learn.content.length === 0) return null
  return (
    <section className="text learn">
      <div className="richtext">
        <h2>{t('block_workshop_learn')}</h2>
        <RichText text={learn} />
      </div>
    </section>
  )
}

/** A member's project: picture, maker, duration and the equipment used. */
function ProjectCard({ content }: Of<'project-card'>) {
  const t = useTranslate()
  const { stories } = usePageData()
  const used = content.machines.flatMap((uuid) => entryOf(stories, uuid) ?? [])
  const machines = used.length > 0 && (
    <ul>
      {used.map(({ uuid, href, title }) => (
        <li key={uuid}>
          <a href={href}>{title}</a>
        </li>
      ))}
    </ul>
  )
  return (
    <StoryArticle name="project" content={content}>
      <StoryHead content={content} />
      <section className="sheet project-sheet">
        <SheetFrame />
        <AssetFigure asset={content.drawing} first />
        <TitleRows
          rows={[
            [t('block_project_maker'), content.maker],
            [t('block_project_made_in'), content.made_in],
            [t('block_project_machines'), machines],
          ]}
        />
      </section>
    </StoryArticle>
  )
}

/** The page of a person: portrait, role and contact. */
function Trainer({ content }: Of<'trainer'>) {
  const { title, role, summary, drawing, email } = content
  return (
    <StoryArticle name="trainer" content={content}>
      <header className="trainer-head">
        <AssetFigure asset={drawing} first />
        <div>
          <h1>{title}</h1>
          {role && <p className="trainer-role">{role}</p>}
          {summary && <p className="lead">{summary}</p>}
          {email.includes('@') && (
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
        </div>
      </header>
    </StoryArticle>
  )
}

interface StoryArticleProps {
  name: string
  content: KnownStory['content']
  /** Blocks of the body that the children show already. */
  hides?: keyof BlockTypes
  /** Below the blocks of its body. */
  end?: ReactNode
  children: ReactNode
}

/** The page of a story: its breadcrumb, its own part, and the blocks of its body. */
function StoryArticle({ name, content, hides, end, children }: StoryArticleProps) {
  const audience = 'audience' in content ? content.audience : ''
  return (
    <article className={`story ${name}`} data-audience={audience || undefined}>
      <Breadcrumb steps={usePageData().index} here={content.title} />
      {children}
      <BlockList blocks={content.body.filter(({ component }) => component !== hides)} />
      {end}
    </article>
  )
}

/** The `h1` of a story and its summary. */
export function StoryHead({ content: { title, summary } }: { content: { title: string; summary: string } }) {
  return (
    <header className="machine-head">
      <h1>{title}</h1>
      {summary && <p className="lead">{summary}</p>}
    </header>
  )
}

/** The text of a safety instruction, as it is being edited: its versions are at `/instruction`. */
function Instruction({ content }: Of<'instruction'>) {
  return (
    <StoryArticle name="instruction" content={content}>
      <StoryHead content={content} />
    </StoryArticle>
  )
}

const roots: { [K in keyof ContentTypes]: ComponentType<{ content: ContentTypes[K] }> } = {
  page: Page,
  machine: Machine,
  workshop: Workshop,
  'project-card': ProjectCard,
  trainer: Trainer,
  instruction: Instruction,
}
