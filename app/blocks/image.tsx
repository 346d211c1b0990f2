import type { BlockTypes } from '../../contracts/blocks.ts'
import { useTranslate } from '../i18n/messages.ts'
import { AssetFigure } from './asset-figure.tsx'

/** A picture over the whole width, with caption and credit. */
export function ImageBlock({ block }: { block: BlockTypes['image'] }) {
  const t = useTranslate()
  const name = block.image?.copyright
  return (
    <div className="image-block">
      <AssetFigure asset={block.image}>
        {(block.caption || name) && (
          <>
            {block.caption}
            {name && <small className="credit">{t('block_image_of', { copyright: name })}</small>}
          </>
        )}
      </AssetFigure>
    </div>
  )
}
