import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Block } from '../../contracts/blocks.ts'

type DrawBlocks = ComponentType<{ blocks: Block[] }>

/** Deepest nesting of blocks, deeper than any real page; a story is cut there. */
const deepest = 16

const Nesting = createContext<{ draw: DrawBlocks | null; depth: number }>({ draw: null, depth: 0 })

/** Gives blocks the component that renders the blocks within them, without an import cycle. */
export function Nest({ draw, children }: { draw: DrawBlocks; children: ReactNode }) {
  const { depth } = useContext(Nesting)
  return depth < deepest ? <Nesting value={{ draw, depth: depth + 1 }}>{children}</Nesting> : null
}

/** Renders the blocks within a block; nothing outside a `BlockList`. */
export function NestedBlocks({ blocks }: { blocks: Block[] }) {
  const { draw: Draw } = useContext(Nesting)
  return Draw && <Draw blocks={blocks} />
}
