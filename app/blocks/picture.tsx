import type { Asset } from '../../contracts/blocks.ts'
import type { Drawing, DrawingNode } from '../../contracts/drawing.ts'
import { createElement, type ReactNode } from 'react'
import { usePage } from './page-context.ts'

interface PictureProps {
  asset: NonNullable<Asset>
  /** Small pictures of drawings come without callouts and dimensions, in a stronger line. */
  thumbnail?: boolean
  /** Above the fold. */
  eager?: boolean
}

/**
 * A drawing or a photo in the same frame. A drawing that the page knows as data is drawn in the page's own ink, with
 * its dimensions in the accent; every other picture is an `img`, a drawing among them turned by the theme.
 */
export function Picture({ asset, thumbnail = false, eager = false }: PictureProps) {
  const drawing = usePage().drawings[asset.filename]
  if (drawing && !thumbnail) return <LineDrawing drawing={drawing} label={asset.alt} />
  const source = safeSource(asset.filename)
  if (!source) return null
  const isDrawing = source.endsWith('.svg')
  const size = /\/(\d+)x(\d+)\//.exec(source)
  return (
    <img
      className={isDrawing ? 'picture line' : 'picture'}
      src={isDrawing && thumbnail ? `${source}#thumbnail` : source}
      alt={asset.alt}
      width={size?.[1] ?? 480}
      height={size?.[2] ?? 360}
      loading={eager ? 'eager' : 'lazy'}
      decoding="async"
    />
  )
}

/** The address of a picture when it may be loaded: http, https or a path of this site; the content policy says from where. */
export function safeSource(source: string): string | null {
  return /^(https?:\/\/[^/]|\/(?!\/))/i.test(source) && !/[\s\\"'<>]/.test(source) ? source : null
}

function LineDrawing({ drawing, label }: { drawing: Drawing; label: string }) {
  const name = label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true }
  return (
    <svg {...drawing.attributes} className="picture line" viewBox={drawing.viewBox} {...name}>
      {drawing.children.map(drawNode)}
    </svg>
  )
}

function drawNode(node: DrawingNode | string, index: number): ReactNode {
  if (typeof node === 'string') return node
  return createElement(node.tag, { ...node.attributes, key: index }, ...node.children.map(drawNode))
}
