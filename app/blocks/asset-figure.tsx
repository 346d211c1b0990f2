import type { ReactNode } from 'react'
import { Drawing } from './drawing.tsx'
import { entryOf, usePageData } from './page-data.tsx'
import { safeSource } from './safe-href.ts'

interface AssetFigureProps {
  asset: { filename: string; alt: string; title?: string } | null
  /** Small: without its callouts and measurements. */
  thumbnail?: boolean
  /** At the top of a page: fetched at once. */
  first?: boolean
  children?: ReactNode
}

/** A picture in its frame: an SVG as part of the page, anything else as an image. `children` is the caption. */
export function AssetFigure({ asset, thumbnail, first, children }: AssetFigureProps) {
  const { drawings } = usePageData()
  const node = entryOf(drawings, asset?.filename)
  const source = asset && safeSource(asset.filename)
  if (!asset || (!node && !source)) return null
  return (
    <figure className={thumbnail ? 'drawing thumbnail' : 'drawing'}>
      {node ? (
        <Drawing node={node} alt={asset.alt} />
      ) : (
        <img
          src={source ?? undefined}
          alt={asset.alt}
          title={asset.title || undefined}
          {...sizeOf(asset.filename)}
          loading={first ? 'eager' : 'lazy'}
          decoding="async"
        />
      )}
      {children && <figcaption>{children}</figcaption>}
    </figure>
  )
}

/** Storyblok names the size of a picture in its address (`/f/{space}/1600x900/{hash}/name.jpg`). */
function sizeOf(filename: string): { width?: number; height?: number } {
  const [, width, height] = /\/f\/\d+\/(\d{1,5})x(\d{1,5})\//.exec(filename) ?? []
  return Number(width) && Number(height) ? { width: Number(width), height: Number(height) } : {}
}
