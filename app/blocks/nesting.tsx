import { type ComponentType, createContext, type ReactNode, useContext } from 'react'
import type { Block } from '../../contracts/blocks.ts'

type DrawBlocks = ComponentType<{ blocks: Block[] }>

/** Deeper than any editor's page; a story that nests further is cut there. */
const deepest = 16

const Nesting = createContext<{ draw: DrawBlocks | null; depth: number }>({ draw: null, depth: 0 })

/** Around the blocks of a list: gives those within them the way to draw their own blocks, without an import cycle. */
export function Nest({ draw, children }: { draw: DrawBlocks; children: ReactNode }) {
  const { depth } = useContext(Nesting)
  return depth < deepest ? <Nesting value={{ draw, depth: depth + 1 }}>{children}</Nesting> : null
}

/** The blocks within a block. Outside a `BlockList` it draws nothing. */
export function NestedBlocks({ blocks }: { blocks: Block[] }) {
  const { draw: Draw } = useContext(Nesting)
  return Draw && <Draw blocks={blocks} />
}
