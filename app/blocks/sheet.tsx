import type { ReactNode } from 'react'
import type { Asset, Facts } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'
import { AssetFigure } from './asset-figure.tsx'
import { SheetFrame } from './sheet-frame.tsx'

interface SheetProps {
  drawing: Asset
  facts: Facts
  /** Rows of the title block below the parts. */
  rows: { label: string; value: ReactNode }[]
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
        <dl className="title-rows">
          {rows.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {children}
      </div>
    </section>
  )
}

/** Its numbers are those of the drawing's callouts. */
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
