import { createContext, useContext } from 'react'
import type { Drawing } from '../../contracts/drawing.ts'
import type { Labels } from '../../contracts/label.ts'
import type { MachineCard } from './load-page.ts'

/** What blocks may use of the page they stand on, beside their own fields. */
export interface PageData {
  /** Labels of machine types by key. */
  labels: Labels
  /** Every machine's story, where a block of the page lists them. */
  machines: MachineCard[]
  /** Drawings that the page draws itself, by the picture's address. */
  drawings: Record<string, Drawing>
  /** Equipment of the page's own story, for a block that names none. */
  resource: number | null
  /** Uid of the block whose title is the page's `h1`; null when the page draws it itself. */
  lead: string | null
}

export const PageContext = createContext<PageData>({
  labels: {},
  machines: [],
  drawings: {},
  resource: null,
  lead: null,
})

export function usePage(): PageData {
  return useContext(PageContext)
}
