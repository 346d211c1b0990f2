import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Card } from './card.tsx'
import { machineTypeAnchor } from './machine-type.ts'
import { NothingHere } from './nothing-here.tsx'
import { entryOf, type StoryCard, usePageData } from './page-data.tsx'

interface Group {
  type: string
  label: string
  machines: StoryCard[]
}

/** All machines by type, in the order of the label group; types without a label come last, as one group. */
export function Machines({ block }: { block: BlockTypes['machines'] }) {
  const t = useTranslate()
  const { machines, labels } = usePageData()
  return (
    <section className="machines">
      <header className="section-headers">
        {block.title && <h2>{block.title}</h2>}
        {block.text && <p className="lead">{block.text}</p>}
      </header>
      {machines.length === 0 && <NothingHere text={t('block_machines_none')} />}
      <div className="machine-groups">
        {groupsOf(machines, labels['machine-types'], t('block_machines_other')).map((group) => (
          <section key={group.type} className="machine-group" id={machineTypeAnchor(group.type)}>
            <h3 className="dimension">
              <span>{group.label}</span>
            </h3>
            <ul className="cards">
              {group.machines.map((machine) => (
                <li key={machine.uuid}>
                  <Card card={machine} level={4} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

function groupsOf(machines: StoryCard[], labels: Record<string, string>, other: string): Group[] {
  const labelled = Object.entries(labels).map(([type, label]) => ({
    type,
    label,
    machines: machines.filter((machine) => machine.label === type),
  }))
  const rest = machines.filter(({ label }) => !entryOf(labels, label))
  return [...labelled, { type: '', label: other, machines: rest }].filter(
    (group) => group.machines.length > 0,
  )
}
