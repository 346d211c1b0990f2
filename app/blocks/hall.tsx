import { Fragment, useId } from 'react'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Drawing } from './drawing.tsx'
import { type HallPlace, hallPlaces } from './hall-places.ts'
import { LiveText } from './live-text.tsx'
import { machineGroups } from './machine-groups.ts'
import { usePageData } from './page-data.tsx'
import type { DrawingNode } from './read-svg.ts'

interface HallProps {
  node: DrawingNode
  alt: string
}

/** A machine with a page; `id` is that of its equipment, `slug` names its place. */
interface HallMachine {
  id: number
  slug: string
  title: string
  /** Key of machine-types. */
  label: string
}

/**
 * The drawing of the hall with the state of every machine in its place. A place is a link to book the machine; in a small
 * drawing, where no finger finds it, only its sign stays and the list takes over. The list has all machines by type, also
 * those that the drawing does not show.
 */
export function Hall({ node, alt }: HallProps) {
  const t = useTranslate()
  const { machines: cards, labels } = usePageData()
  const known: HallMachine[] = cards.flatMap(({ foreignId, slug, title, label }) =>
    foreignId === null ? [] : [{ id: foreignId, slug, title, label }],
  )
  const groups = machineGroups(known, labels['machine-types'], t('block_machines_other'))
  const machines = groups.flatMap(({ members }) => members)
  const places = placedMachines(node, machines)
  const [, , width = 0] = (node.attributes['viewBox'] ?? '').split(/[\s,]+/).map(Number)
  return (
    <div className="hall">
      <FreeNow machines={machines} />
      <div className="hall-sheet">
        <Drawing node={node} alt={alt}>
          <g aria-hidden="true">
            {places.map(({ id, place }) => (
              <g key={id} transform={`translate(${place.x} ${place.y})`}>
                {/* Only the state changes: the subject has no field of this name. */}
                <g className="state-sign" data-live={`equipment ${id} sign`}>
                  <StateSign />
                </g>
              </g>
            ))}
          </g>
          <g>
            {places.map((each) => (
              <Place key={each.id} {...each} width={width} />
            ))}
          </g>
        </Drawing>
      </div>
      {places.length > 0 && <Legend />}
      <MachineList groups={groups} />
    </div>
  )
}

/** Joins machines with their places by slug, in the order of the drawing; a place of an unknown machine is left out. */
export function placedMachines<Machine extends { slug: string }>(
  node: DrawingNode,
  machines: Machine[],
): (Machine & { place: HallPlace })[] {
  return hallPlaces(node).flatMap((place) => {
    const machine = machines.find(({ slug }) => slug === place.slug)
    return machine ? [{ ...machine, place }] : []
  })
}

/** The shapes of all states; the style shows those of `data-state`. */
export function StateSign() {
  return (
    <>
      <path className="stem" d="M0 8v9" />
      <circle className="halo" r="11" />
      <circle className="ring" r="8" />
      <path className="half" d="M0-8a8 8 0 0 0 0 16z" />
      <circle className="dot" r="3.5" />
      <path className="broken" d="M-8-8H8V8H-8zL8 8" />
    </>
  )
}

/** Width and height of the room for a name, in units of the drawing. */
const label = { width: 360, height: 130 }

function Place({ id, title, place, width }: HallMachine & { place: HallPlace; width: number }) {
  const locale = useLocale()
  const { x, y, area } = place
  const left = Math.max(0, Math.min(x - label.width / 2, width - label.width))
  return (
    <a className="place" href={paths.booking(locale, id)}>
      <path className="area" d={area.d} transform={area.transform || undefined} />
      <circle className="touch" cx={x} cy={y} r="28" />
      <foreignObject x={left} y={y - 22 - label.height} {...label}>
        <div className="place-label">
          <span>
            <b>{title}</b>{' '}
            <span className="live-status">
              <LiveText of="equipment" id={id} field="status" />
            </span>{' '}
            <LiveText of="equipment" id={id} field="price" />
          </span>
        </div>
      </foreignObject>
    </a>
  )
}

/** "Free now: 17 of 20", or that the hall is closed and when it opens; hidden until the states are known. */
function FreeNow({ machines }: { machines: HallMachine[] }) {
  const t = useTranslate()
  const [first] = machines
  if (!first) return null
  return (
    <>
      <p className="hall-free">
        {t('block_hall_free')} <b data-free={machines.map(({ id }) => id).join(' ')} />{' '}
        {t('block_hall_of', { all: machines.length })}
      </p>
      <p className="hall-closed">
        <LiveText of="equipment" id={first.id} field="opening">
          {t('block_hall_closed')}
        </LiveText>
      </p>
    </>
  )
}

const legend = {
  free: 'display_free',
  booked: 'block_week_sign_taken',
  inUse: 'display_inUse',
  closed: 'display_closed',
  outOfOrder: 'display_outOfOrder',
  offline: 'display_offline',
} as const

/** What the signs mean. */
function Legend() {
  const t = useTranslate()
  return (
    <p className="hall-legend live-status">
      {Object.entries(legend).map(([state, word]) => (
        <span key={state} data-state={state}>
          {t(word)}
        </span>
      ))}
    </p>
  )
}

/** The machines by type. */
function MachineList({ groups }: { groups: ReturnType<typeof machineGroups<HallMachine>> }) {
  const t = useTranslate()
  const id = `hall${useId()}`
  if (groups.length === 0) return null
  return (
    <details className="hall-list">
      <summary>{t('block_hall_list')}</summary>
      <div>
        {groups.map(({ type, label, members }) => (
          <Fragment key={type}>
            <p id={`${id}${type}`} className="card-label">
              {label}
            </p>
            <ul aria-labelledby={`${id}${type}`}>
              {members.map((machine) => (
                <MachineRow key={machine.id} {...machine} />
              ))}
            </ul>
          </Fragment>
        ))}
      </div>
    </details>
  )
}

function MachineRow({ id, title }: HallMachine) {
  const locale = useLocale()
  return (
    <li>
      <a href={paths.booking(locale, id)}>
        <b>{title}</b>{' '}
        <span className="live-status">
          <LiveText of="equipment" id={id} field="status" />
        </span>{' '}
        <LiveText of="equipment" id={id} field="price" />
      </a>
    </li>
  )
}
