import type { BlockTypes } from '../../contracts/blocks.ts'
import { useLocale } from '../i18n/locale.ts'
import * as paths from '../paths.ts'
import { AssetFigure } from './asset-figure.tsx'
import { machineTypeAnchor } from './machine-type.ts'
import { entryOf, usePageData } from './page-data.tsx'

/** A type of machine that links to its group in the overview. A type without a label is left out. */
export function MachineCategoryCard({ block }: { block: BlockTypes['machine-category-card'] }) {
  const locale = useLocale()
  const label = entryOf(usePageData().labels['machine-types'], block.machine_type)
  if (!label) return null
  return (
    <article className="card machine-category">
      <AssetFigure asset={block.drawing && { ...block.drawing, alt: '' }} thumbnail />
      <div>
        <h3>
          <a href={`${paths.machines(locale)}#${machineTypeAnchor(block.machine_type)}`}>{label}</a>
        </h3>
        {block.text && <p>{block.text}</p>}
      </div>
    </article>
  )
}
