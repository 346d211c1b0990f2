import { renderToStaticMarkup } from 'react-dom/server'
import { Drawing } from '../blocks/drawing.tsx'
import type { DrawingNode } from '../blocks/read-svg.ts'
import type { SiteServices } from '../context.ts'

const [width, height] = [1200, 630]
const [paper, ink, accents] = [
  '#FAF8F3',
  '#17171A',
  { education: '#2447E6', cooperation: '#0B6E47' },
] as const

interface Shared {
  title: string
  siteName: string
  audience: string
  drawing: DrawingNode | null
}

/** Renders the link preview picture: the page's drawing, its title and the name of the site. PNG, 1200 × 630. */
export async function sharePicture(
  { png, letters }: SiteServices['pictures'],
  shared: Shared,
): Promise<Buffer> {
  const { title, siteName, drawing, audience } = shared
  const size = title.length > 40 ? 52 : title.length > 18 ? 66 : 84
  const textWidth = drawing ? 520 : 1040
  const [name, words] = await Promise.all([
    letters(siteName, { size: 34, width: 500, mostLines: 1, lineHeight: 1 }),
    letters(title, { size, width: textWidth, mostLines: 5, lineHeight: 1.04 }),
  ])
  const accent = accents[audience as keyof typeof accents] ?? '#F04E12'
  const top = (height - words.lines * size * 1.04) / 2
  return png(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
      `<rect width="${width}" height="${height}" fill="${paper}"/>` +
      `<path d="M32 32H1168V598H32ZM32 54H1168M54 54V598" fill="none" stroke="${ink}" stroke-width="1.5"/>` +
      `<path d="M84 ${top - 34}h96" stroke="${accent}" stroke-width="6"/>` +
      `<g transform="translate(84 ${top})" fill="${ink}"><path d="${words.path}"/></g>` +
      `<g transform="translate(84 524)" fill="${ink}"><path d="${name.path}"/></g>` +
      (drawing ? placed(drawing) : '') +
      '</svg>',
  )
}

function placed(drawing: DrawingNode): string {
  const box = { x: 620, y: 110, width: 520, height: 420 }
  const svg = renderToStaticMarkup(
    <svg {...box}>
      <Drawing node={withoutCallouts(drawing)} alt="" />
    </svg>,
  )
  return svg.replaceAll('currentColor', ink).replaceAll('var(--paper)', paper)
}

/** Leaves out the callouts, which belong to the facts beside the drawing. */
function withoutCallouts(node: DrawingNode): DrawingNode {
  const children = node.children.filter((child) => typeof child !== 'string')
  const kept = children.filter(({ tag, attributes }) => tag !== 'text' && attributes['class'] !== 'notes')
  return { ...node, children: kept.map(withoutCallouts) }
}
