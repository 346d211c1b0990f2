import { setImmediate } from 'node:timers/promises'
import type { DayView, WeekSlot } from '../../contracts/live.ts'
import { Problem } from '../../contracts/problem.ts'
import { mostSideBySide } from '../../contracts/side-by-side.ts'
import { dayOf, toLocal } from '../../rules/time.ts'
import type { SiteServices } from '../context.ts'
import type { Locale } from '../i18n/locale.ts'
import { isAway, withAge } from '../live/data-route.ts'
import type { BookableEquipment } from './equipment-picker.tsx'
import { type GivenServices, isFree, isToSee, loadBookable, type Services } from './load-screen.server.ts'
import { loadWeek, ownBookingsOf } from './week.server.ts'

/**
 * Reads one day of several pieces of equipment out of their weeks, which are judged once per change. Equipment that is
 * unknown or hidden is left out.
 * @param day YYYY-MM-DD
 * @throws Problem `notFound` where none is left, `invalidInput` for a day that is further away than a year
 */
export async function loadDay(
  services: Pick<SiteServices, 'connector' | 'now'>,
  { resources, day, memberId }: { resources: number[]; day: string; memberId: number | null },
): Promise<DayView> {
  if (!isReadable(day, services.now()))
    throw new Problem('invalidInput', {
      errors: [{ field: 'day', message: `at most ${readableDays} days from today` }],
      params: { field: 'day' },
    })
  const own = await ownBookingsOf(services, memberId)
  const weeks = await Promise.all(
    resources.map(async (resource, index) => {
      // Six weeks that are judged in one turn would keep all others waiting.
      for (let turn = 0; turn < index; turn++) await setImmediate()
      return loadWeek(services, { resource, day, memberId, own }).catch(nullIfGone)
    }),
  )
  const found = weeks.filter((week) => week !== null)
  const [first] = found
  if (!first) throw new Problem('notFound')
  const { today, zone, previous, next, last } = first
  return {
    day,
    days: first.days.map((each) => ({ day: each.day })),
    today,
    zone,
    previous,
    next,
    last,
    columns: found.map((week) => ({
      resource: week.resource,
      slots: week.days.find((each) => each.day === day)?.slots ?? [],
    })),
  }
}

/** Days before and after today that can be looked at: each other day would read and keep the weeks of six machines. */
const readableDays = 366

function isReadable(day: string, now: Date): boolean {
  return Math.abs(Date.parse(day) - now.getTime()) <= readableDays * 86_400_000
}

function nullIfGone(error: unknown): null {
  if (error instanceof Problem) return null
  throw error
}

interface DayQuery {
  /** Equipment whose kind is shown. */
  machine?: number | undefined
  /** What is shown in place of a kind, as chosen favourites. */
  machines?: number[] | undefined
  day?: string | undefined
}

/** Equipment of one kind that stands side by side; `part` counts from 1 where one table does not hold the kind. */
export interface Kind {
  /** Name of the kind; '' without one. */
  name: string
  part: number | null
  ids: number[]
}

/**
 * Loads what `/booking/day` shows: the kinds, the chosen equipment and its day. `kind` is null for a choice of equipment;
 * `view` is null where nothing can be booked. `isAway`: the workshop system does not answer; the page is shown without
 * it. `asOf`: age of stale data as an ISO instant.
 */
export async function loadDayScreen(given: GivenServices, locale: Locale, query: DayQuery) {
  const { services, asOf } = withAge(given)
  try {
    return { ...(await loadShown(services, locale, query)), isAway: false, asOf: asOf() }
  } catch (error) {
    if (!isAway(error)) throw error
    return { kinds: [], kind: null, equipment: [], view: null, isAway: true, asOf: null }
  }
}

async function loadShown(services: Services, locale: Locale, { machine, machines = [], day }: DayQuery) {
  const { equipment, zoneOf } = await loadBookable(services, locale)
  const kinds = kindsOf(equipment)
  const chosen = machines.filter((id) => equipment.some((each) => each.id === id))
  const kind =
    chosen.length > 0 ? null : (kinds.find(({ ids }) => ids.includes(machine ?? 0)) ?? kinds[0] ?? null)
  const resources = kind?.ids ?? chosen
  if (resources.length === 0) return { kinds, kind, equipment: [], view: null }
  const today = dayOf(toLocal(services.now(), zoneOf(resources[0] ?? 0)))
  // All of it may be removed or hidden since the list was read.
  const viewOf = (of: string) => loadDay(services, { resources, day: of, memberId: null }).catch(nullIfGone)
  const wanted = day && isReadable(day, services.now()) ? day : null
  const asked = await viewOf(wanted ?? today)
  if (!asked) return { kinds, kind, equipment: [], view: null }
  const view = wanted ? asked : ((await coming(asked, viewOf)) ?? asked)
  const shown = view.columns.flatMap(({ resource }) => equipment.find(({ id }) => id === resource) ?? [])
  return { kinds, kind, equipment: shown.map(inColumn), view }
}

/** Finds the first of the seven days with free time, else the first with something to see; their weeks are judged already. */
async function coming(
  today: DayView,
  viewOf: (day: string) => Promise<DayView | null>,
): Promise<DayView | undefined> {
  const views: DayView[] = []
  for (const { day } of today.days) {
    const view = day === today.day ? today : await viewOf(day)
    if (view && has(isFree, view)) return view
    if (view) views.push(view)
  }
  return views.find((view) => has(isToSee, view))
}

function has(is: (slot: WeekSlot) => boolean, { columns }: DayView): boolean {
  return columns.some(({ slots }) => slots.some(is))
}

/** Equipment as the head of its column names it. */
export type DayEquipment = ReturnType<typeof inColumn>

function inColumn({ id, name, drawing, price, requiresTraining, training }: BookableEquipment) {
  return { id, name, drawing, price, requiresTraining, training }
}

/** Groups equipment by its kind, as the picker does; a kind that one table does not hold becomes several. */
function kindsOf(equipment: BookableEquipment[]): Kind[] {
  return [...Map.groupBy(equipment, ({ type }) => type)].flatMap(([name, items]) => {
    const ids = items.map(({ id }) => id)
    const count = Math.ceil(ids.length / mostSideBySide)
    return Array.from({ length: count }, (_, index) => ({
      name,
      part: count > 1 ? index + 1 : null,
      ids: ids.slice(index * mostSideBySide, (index + 1) * mostSideBySide),
    }))
  })
}
