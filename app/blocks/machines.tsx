import { ViewTransition } from 'react'
import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Link } from '../shell/link.tsx'
import { AssetFigure } from './asset-figure.tsx'
import { LiveStatus } from './live-status.tsx'
import { machineTypeAnchor } from './machine-type.ts'
import { entryOf, type MachineCard, usePageData } from './page-data.tsx'

interface Group {
  type: string
  label: string
  machines: MachineCard[]
}

/** Every machine, grouped by its type in the order of the label group; types without a label come last, together. */
export function Machines({ block }: { block: BlockTypes['machines'] }) {
  const t = useTranslate()
  const { machines, labels } = usePageData()
  return (
    <section className="machines">
      <header className="section-headers">
        {block.title && <h2>{block.title}</h2>}
        {block.text && <p className="lead">{block.text}</p>}
      </header>
      {machines.length === 0 && <p>{t('site_machines_none')}</p>}
      <div className="machine-groups">
        {groupsOf(machines, labels, t('site_machines_other')).map((group) => (
          <section key={group.type} className="machine-group" id={machineTypeAnchor(group.type)}>
            <h3 className="dimension">
              <span>{group.label}</span>
            </h3>
            <ul className="cards">
              {group.machines.map((machine) => (
                <li key={machine.href}>
                  <Card machine={machine} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </section>
  )
}

function groupsOf(machines: MachineCard[], labels: Record<string, string>, other: string): Group[] {
  const labelled = Object.entries(labels).map(([type, label]) => ({
    type,
    label,
    machines: machines.filter(({ machineType }) => machineType === type),
  }))
  const rest = machines.filter(({ machineType }) => !entryOf(labels, machineType))
  return [...labelled, { type: '', label: other, machines: rest }].filter(
    (group) => group.machines.length > 0,
  )
}

function Card({ machine }: { machine: MachineCard }) {
  return (
    <article className="machine-card">
      <ViewTransition
        name={machine.resource === null ? 'auto' : `machine-${machine.resource}`}
        share="auto"
        default="none"
      >
        <AssetFigure asset={machine.picture && { ...machine.picture, alt: '' }} thumbnail />
      </ViewTransition>
      <div>
        <h4>
          <Link to={machine.href}>{machine.title || machine.name}</Link>
        </h4>
        {machine.summary && <p>{machine.summary}</p>}
        <LiveStatus resource={machine.resource} />
      </div>
    </article>
  )
}
