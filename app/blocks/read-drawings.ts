import type { SiteServices } from '../context.ts'
import { type DrawingNode, readSvg } from './read-svg.ts'

/** Drawings by address; an address names its content, so an entry never gets stale. */
const known = new Map<string, DrawingNode | null>()
const mostKnown = 500

/**
 * Reads the drawings at these addresses; others than readable SVG are left out.
 * @param onMissing called when one is left out because the content service is away
 */
export async function readDrawings(
  files: string[],
  readAsset: SiteServices['readAsset'],
  onMissing?: () => void,
): Promise<Record<string, DrawingNode>> {
  const drawings: Record<string, DrawingNode> = {}
  for (const file of new Set(files)) {
    if (!file.endsWith('.svg')) continue
    if (!known.has(file)) {
      const text = await readAsset(file).catch(() => onMissing?.() ?? null)
      if (text === null) continue
      if (known.size >= mostKnown) known.clear()
      known.set(file, readSvg(text))
    }
    const drawing = known.get(file)
    if (drawing) drawings[file] = drawing
  }
  return drawings
}
