import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Card } from './card.tsx'
import { NothingHere } from './nothing-here.tsx'
import { usePageData } from './page-data.tsx'

/** All workshops, in the editors' order. */
export function Workshops({ block }: { block: BlockTypes['workshops'] }) {
  const t = useTranslate()
  const { workshops } = usePageData()
  return (
    <section className="workshops">
      {(block.title || block.text) && (
        <header className="section-headers">
          {block.title && <h2>{block.title}</h2>}
          {block.text && <p className="lead">{block.text}</p>}
        </header>
      )}
      {workshops.length === 0 ? (
        <NothingHere text={t('block_workshops_none')} />
      ) : (
        <ul className="cards">
          {workshops.map((workshop) => (
            <li key={workshop.uuid}>
              <Card card={workshop} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
