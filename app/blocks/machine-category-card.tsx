import type { BlockTypes } from '../../contracts/blocks.ts'
import { useLocale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { AssetFigure } from './asset-figure.tsx'
import { machineTypeAnchor } from './machine-type.ts'
import { entryOf, usePageData } from './page-data.tsx'

/** A kind of machine; leads to its group in the overview. A kind without a label is left out: nobody could name it. */
export function MachineCategoryCard({ block }: { block: BlockTypes['machine-category-card'] }) {
  const locale = useLocale()
  const label = entryOf(usePageData().labels, block.machine_type)
  if (!label) return null
  return (
    <article className="machine-card">
      <AssetFigure asset={block.drawing && { ...block.drawing, alt: '' }} thumbnail />
      <div>
        <h3>
          <Link to={`${paths.machines(locale)}#${machineTypeAnchor(block.machine_type)}`}>{label}</Link>
        </h3>
        {block.text && <p>{block.text}</p>}
      </div>
    </article>
  )
}
