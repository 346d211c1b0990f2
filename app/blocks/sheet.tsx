import type { ReactNode } from 'react'
import type { Asset, Facts } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'
import { AssetFigure } from './picture.tsx'

interface SheetProps {
  drawing: Asset
  facts: Facts
  /** Rows of the title block below the parts. */
  rows: TitleRow[]
  /** Content of the corner below: state and booking, or dates and sign-up. */
  children?: ReactNode
}

/** A drawing sheet: the drawing, its parts list and, in the corner, its title block. */
export function Sheet({ drawing, facts, rows, children }: SheetProps) {
  return (
    <section className="machine-sheet sheet">
      <SheetFrame />
      <AssetFigure asset={drawing} first />
      <div className="machine-block">
        {facts.length > 0 && <PartsList facts={facts} />}
        <TitleRows rows={rows} />
        {children}
      </div>
    </section>
  )
}

export type TitleRow = readonly [label: string, value: ReactNode]

/** The rows of a title block; one without a value is left out. */
export function TitleRows({ rows }: { rows: TitleRow[] }) {
  return (
    <dl className="title-rows">
      {rows.map(([label, value]) =>
        value ? (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

/** The parts of a drawing, with the numbers of its callouts. */
function PartsList({ facts }: { facts: Facts }) {
  const t = useTranslate()
  return (
    <table className="parts">
      <caption>{t('block_machine_parts')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('block_machine_part_number')}</th>
          <th scope="col">{t('block_machine_part')}</th>
          <th scope="col">{t('block_machine_value')}</th>
        </tr>
      </thead>
      <tbody>
        {facts.map(({ number, label, value }, index) => (
          <tr key={`${number} ${index}`}>
            <td>
              <span className="callout">{number}</span>
            </td>
            <th scope="row">{label}</th>
            <td>{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The border of a drawing sheet with its fields (ISO 5457): decoration, hidden from assistive technology. */
export function SheetFrame() {
  const fields = (names: string) => [...names].map((name) => <span key={name}>{name}</span>)
  return (
    <div className="sheet-frame" aria-hidden="true">
      <div className="sheet-columns">{fields('12345678')}</div>
      <div className="sheet-rows">{fields('ABCD')}</div>
    </div>
  )
}
