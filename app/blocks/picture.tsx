import { createContext, type ReactNode, useContext } from 'react'
import { Drawing } from './drawing.tsx'
import { Hall } from './hall.tsx'
import { isHall } from './hall-places.ts'
import { pictureSource } from '../ui/picture-source.ts'
import { entryOf, usePageData } from './page-data.tsx'

/** The site's own address without trailing slash: pictures of the embedded content service have it. */
export const SiteAddress = createContext('')

interface AssetFigureProps {
  asset: { filename: string; alt: string; title?: string } | null
  /** Small, without callouts and measurements: decoration beside a text that says the same. */
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
      {node && isHall(node) ? (
        <Hall node={node} alt={asset.alt} />
      ) : node ? (
        <Drawing node={node} alt={asset.alt} />
      ) : (
        <Picture
          className={isDrawing ? 'line' : undefined}
          src={isDrawing && thumbnail ? `${source}#thumbnail` : (source ?? '')}
          alt={thumbnail ? '' : asset.alt}
          title={asset.title}
          sizes={thumbnail ? '(width >= 640px) 20rem, 7rem' : '(width >= 1024px) 60vw, 100vw'}
          first={first}
        />
      )}
      {children && <figcaption>{children}</figcaption>}
    </figure>
  )
}

interface PictureProps {
  /** Address of the asset; on another host than the content service's it has one size only. */
  src: string
  alt: string
  title?: string
  /** Displayed width, as in `sizes`. */
  sizes?: string
  /** At the top of a page, so that it is fetched at once. */
  first?: boolean
  className?: string
}

const widths = [400, 800, 1200, 1600, 2400]

/**
 * A raster image in the width that the browser needs, from the image service (`/m/{width}x0`, which chooses AVIF or
 * WebP itself), with its size, so that nothing shifts. An SVG has one address for every size.
 */
export function Picture({ src, alt, title, sizes = '100vw', first = false, className }: PictureProps) {
  const source = usePictureSource(src)
  if (!source) return null
  const { width, height } = sizeOf(source)
  const fits = widths.filter((each) => !width || each < width)
  const hasService = /\/f\/\d+\/\d+x\d+\/[^/]+\/[^?#]+\.(jpe?g|png|webp|avif)$/i.test(source)
  const srcSet = [
    ...fits.map((each) => `${source}/m/${each}x0 ${each}w`),
    ...(width ? [`${source}/m/ ${width}w`] : []),
  ]
  return (
    <img
      className={className}
      src={hasService ? `${source}/m/${Math.min(width ?? 1200, 1200)}x0` : source}
      srcSet={hasService ? srcSet.join(', ') : undefined}
      sizes={hasService ? sizes : undefined}
      width={width}
      height={height}
      alt={alt}
      title={title || undefined}
      loading={first ? 'eager' : 'lazy'}
      fetchPriority={first ? 'high' : undefined}
      decoding="async"
    />
  )
}

/** Returns the size of a picture from its address (`/f/{space}/1600x900/{hash}/name.jpg`). */
function sizeOf(source: string): { width?: number; height?: number } {
  const [, width, height] = /\/f\/\d+\/(\d{1,5})x(\d{1,5})\//.exec(source) ?? []
  return Number(width) && Number(height) ? { width: Number(width), height: Number(height) } : {}
}

/** Returns what `pictureSource` returns for this site. */
export function usePictureSource(source: string): string | null {
  return pictureSource(source, useContext(SiteAddress))
}
