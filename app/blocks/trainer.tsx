import type { TrainerContent } from '../../contracts/story.ts'
import { AssetFigure } from './asset-figure.tsx'
import { BlockList } from './blocks.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { usePageData } from './page-data.tsx'

/** The page of a person: portrait, role and contact. */
export function Trainer({ content }: { content: TrainerContent }) {
  const { title, role, summary, drawing, email, body } = content
  const { index } = usePageData()
  return (
    <article className="story trainer">
      <Breadcrumb steps={index} here={title} />
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
      <BlockList blocks={body} />
    </article>
  )
}
