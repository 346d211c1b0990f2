import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import { entryOf, usePageData } from './page-data.tsx'
import { Picture } from './picture.tsx'
import { usePictureSource } from './picture-source.ts'

interface AssetFigureProps {
  asset: { filename: string; alt: string; title?: string } | null
  /** Small, without callouts and measurements. */
  thumbnail?: boolean
  /** At the top of a page, so that it is fetched at once. */
  first?: boolean
  children?: ReactNode
}

/**
 * A framed picture. A large drawing is inline SVG, in the colour of the text with measures in the accent; a small
 * drawing and a photo are images, fetched when they come into view. `children` is the caption.
 */
export function AssetFigure({ asset, thumbnail, first, children }: AssetFigureProps) {
  const { drawings } = usePageData()
  const node = thumbnail ? undefined : entryOf(drawings, asset?.filename)
  const source = usePictureSource(asset?.filename ?? '')
  if (!asset || (!node && !source)) return null
  const isDrawing = asset.filename.endsWith('.svg')
  return (
    <figure className={thumbnail ? 'drawing thumbnail' : 'drawing'}>
      {node ? (
        <Drawing node={node} alt={asset.alt} />
      ) : (
        <Picture
          className={isDrawing ? 'line' : undefined}
          src={isDrawing && thumbnail ? `${source}#thumbnail` : (source ?? '')}
          alt={asset.alt}
          title={asset.title}
          sizes={thumbnail ? '(width >= 640px) 20rem, 7rem' : '(width >= 1024px) 60vw, 100vw'}
          first={first}
        />
      )}
      {children && <figcaption>{children}</figcaption>}
    </figure>
  )
}
