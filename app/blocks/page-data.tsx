import { createContext, type ReactNode, useContext } from 'react'
import type { Asset } from '../../contracts/blocks.ts'
import type { Course } from '../../contracts/course.ts'
import type { ContentTypes } from '../../contracts/story.ts'
import type { LabelMap } from './labels.ts'
import type { DrawingNode } from './read-svg.ts'

/** A story as a card; `href` is the address of its page in the language of the story. */
export interface StoryCard {
  uuid: string
  /** Last part of its German address; a drawing of the hall names the places of equipment by it. */
  slug: string
  kind: keyof ContentTypes
  title: string
  summary: string
  href: string
  picture: Asset
  /** Key of machine-types or workshop-grade, or the text above a card of another kind. */
  label: string
  /** Id of the equipment or the course that the story is about. */
  foreignId: number | null
}

/** A package as a visitor sees it, in the page's language. */
export interface PackageOffer {
  id: number
  kind: 'member' | 'team' | 'day'
  name: string
  description: string
  /** Decimal, in EUR: "19.90". */
  price: string
  /** "19,90 €" and "im Monat". */
  fee: string
  period: string
  /** Benefits, one per entry: "100 Credits im Monat". */
  gives: string[]
}

/** How to get the training for a piece of equipment. */
export interface TrainingDates {
  /** The next ones; free seats come from `/data/courses`. */
  dates: { id: number; course: string; fromDateTime: string; href: string }[]
  /** The address to write to where there is no date. */
  email: string | null
}

/** The coming week of a piece of equipment, without what is free in it. */
export interface WeekFrame {
  /** Id of the equipment. */
  resource: number
  /** Seven days from today, YYYY-MM-DD. */
  days: string[]
  /** Minutes of the day between which it can be booked. */
  opens: number
  closes: number
}

/** Data that the blocks of a page need beyond their own fields; the page's loader fetches it. */
export interface PageData {
  machines: StoryCard[]
  workshops: StoryCard[]
  /** Stories that blocks point at, by uuid. */
  stories: Record<string, StoryCard>
  /** Courses of this page; empty while the backend is unavailable. */
  courses: Course[]
  /** By the id of the equipment of this page; those that require none, and all while the backend is unavailable, are missing. */
  trainings: Record<number, TrainingDates>
  /** The week of the page's own equipment; null on other pages, and for equipment that nobody books. */
  week: WeekFrame | null
  /** Projects that were made on the page's own equipment. */
  projects: StoryCard[]
  /** Packages on sale; empty while the backend is unavailable. */
  packages: PackageOffer[]
  labels: LabelMap
  /** The pages above this one, from the home page down. */
  index: { label: string; href: string }[]
  /** Large drawings that are inlined, by the file name of their asset. */
  drawings: Record<string, DrawingNode>
}

const nothing: PageData = {
  machines: [],
  workshops: [],
  stories: {},
  courses: [],
  trainings: {},
  week: null,
  projects: [],
  packages: [],
  labels: { 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} },
  index: [],
  drawings: {},
}
const PageDataContext = createContext(nothing)

export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
  return <PageDataContext value={data}>{children}</PageDataContext>
}

/** Returns the data of the page around a block; empty where no page provides any. */
export function usePageData(): PageData {
  return useContext(PageDataContext)
}

/** Returns an own entry of a record whose keys come from content; a key like `constructor` finds none. */
export function entryOf<T>(record: Record<string, T>, key: string | null | undefined): T | undefined {
  return key && Object.hasOwn(record, key) ? record[key] : undefined
}
