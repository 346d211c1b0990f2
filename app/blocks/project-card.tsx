import type { ProjectCardContent } from '../../contracts/story.ts'
import { useTranslate } from '../i18n/messages.ts'
import { AssetFigure } from './asset-figure.tsx'
import { BlockList } from './blocks.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { entryOf, usePageData } from './page-data.tsx'
import { SheetFrame } from './sheet-frame.tsx'
import { StoryHead } from './story-head.tsx'

/** A member's project: picture, maker, duration and the machines used. */
export function ProjectCard({ content }: { content: ProjectCardContent }) {
  const { title, summary, drawing, maker, made_in: madeIn, machines, audience, body } = content
  const t = useTranslate()
  const { stories, index } = usePageData()
  const used = machines.flatMap((uuid) => entryOf(stories, uuid) ?? [])
  const rows = [
    { label: t('block_project_maker'), value: maker },
    { label: t('block_project_made_in'), value: madeIn },
  ].filter(({ value }) => value)
  return (
    <article className="story project" data-audience={audience || undefined}>
      <Breadcrumb steps={index} here={title} />
      <StoryHead title={title} summary={summary} />
      <section className="sheet project-sheet">
        <SheetFrame />
        <AssetFigure asset={drawing} first />
        <dl className="title-rows">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
          {used.length > 0 && (
            <div>
              <dt>{t('block_project_machines')}</dt>
              <dd>
                <ul>
                  {used.map(({ uuid, href, title: name }) => (
                    <li key={uuid}>
                      <a href={href}>{name}</a>
                    </li>
                  ))}
                </ul>
              </dd>
            </div>
          )}
        </dl>
      </section>
      <BlockList blocks={body} />
    </article>
  )
}
