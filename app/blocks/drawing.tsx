import { createElement, type ReactNode } from 'react'
import type { DrawingNode } from './read-svg.ts'

interface DrawingProps {
  node: DrawingNode
  /** Text alternative; '' for decoration. */
  alt: string
  /** Elements over the drawing, with names of their own. */
  children?: ReactNode
}

/** A drawing as inline SVG, in the colour of the text around it. */
export function Drawing({ node, alt, children }: DrawingProps) {
  const { width: _width, height: _height, ...attributes } = node.attributes
  const named = alt ? { role: children ? 'group' : 'img', 'aria-label': alt } : { 'aria-hidden': true }
  // Without a `fill` SVG paints black, even in the dark theme.
  const root = { fill: 'currentColor', ...attributes }
  // The drawing's own size counts only where no style sets a height.
  const viewBox = attributes.viewBox ?? boxOf(_width, _height)
  return createElement(
    'svg',
    { ...propertiesOf({ ...root, ...(viewBox && { viewBox }) }), ...named },
    ...node.children.map((child) => draw(measured(child))),
    children,
  )
}

function boxOf(width = '', height = ''): string | null {
  const [wide, high] = [Number.parseFloat(width), Number.parseFloat(height)]
  return wide > 0 && high > 0 ? `0 0 ${wide} ${high}` : null
}

/** Gives the lines of measures the length 1, so that the style can draw them from their start (`sheet.css`). */
function measured(node: DrawingNode | string): DrawingNode | string {
  if (typeof node === 'string' || node.attributes['class'] !== 'notes') return node
  const children = node.children.map((child) => {
    if (typeof child === 'string' || child.tag !== 'path' || child.attributes['stroke'] === 'none')
      return child
    return { ...child, attributes: { ...child.attributes, pathLength: '1' } }
  })
  return { ...node, children }
}

function draw(node: DrawingNode | string): ReactNode {
  if (typeof node === 'string') return node
  const children =
    node.tag === 'title'
      ? [node.children.filter((child) => typeof child === 'string').join('')]
      : node.children.map(draw)
  return createElement(node.tag, propertiesOf(node.attributes), ...children)
}

function propertiesOf(attributes: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(attributes)
      .filter(([name]) => !name.startsWith('data-'))
      .map(([name, value]) => [
        name === 'class' ? 'className' : name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
        name === 'fill' || name === 'stroke' ? inkOf(value) : value,
      ]),
  )
}

/** Maps white to paper and any other colour to ink, so that a drawing follows the theme. */
function inkOf(paint: string): string {
  const colour = paint.trim().toLowerCase()
  if (colour === 'none' || colour === 'transparent') return 'none'
  return /^(white|#fff|#ffffff)$/.test(colour) ? 'var(--paper)' : 'currentColor'
}
