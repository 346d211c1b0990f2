import { createContext, type ReactNode, useContext } from 'react'
import type { Asset } from '../../contracts/blocks.ts'
import type { DrawingNode } from './read-svg.ts'

/** One machine in an overview; `href` is its page in the language of the story. */
export interface MachineCard {
  name: string
  title: string
  summary: string
  href: string
  /** Key of the label group machine-types. */
  machineType: string
  picture: Asset
  /** Id of the piece of equipment in workshop management. */
  resource: number | null
}

/** What the blocks of a page need beyond their own fields; the page's loader fetches it. */
export interface PageData {
  machines: MachineCard[]
  /** Name of each machine type, in the order of the label group. */
  labels: Record<string, string>
  /** Drawings that stand large and become part of the page, by the file name of their asset. */
  drawings: Record<string, DrawingNode>
}

const PageDataContext = createContext<PageData>({ machines: [], labels: {}, drawings: {} })

export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
  return <PageDataContext value={data}>{children}</PageDataContext>
}

/** The data of the page around a block; empty where no page provides it. */
export function usePageData(): PageData {
  return useContext(PageDataContext)
}

/** The entry of a record that is filled from content: a key like `constructor` finds nothing. */
export function entryOf<T>(record: Record<string, T>, key: string | null | undefined): T | undefined {
  return key && Object.hasOwn(record, key) ? record[key] : undefined
}
