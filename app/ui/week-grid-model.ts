import type { WeekSlot, WeekView } from '../../contracts/live.ts'

/** The tab stop of the grid and the chosen time: rows `start` to `end` (both included) of `chosenDay`. */
export interface GridState {
  day: number
  row: number
  chosenDay: number | null
  start: number
  end: number
  /** The time was chosen before the grid was shown: the first tap moves it and keeps its length. */
  given?: boolean
  /** Rows of the booking that moves: the first tap chooses as many. */
  length?: number
  /** The chosen time was free when it was chosen: it is booked, not waited for. */
  books?: boolean
}

export interface GridKey {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
}

/** Effect of a key on the page around the grid. */
export type GridEffect = 'previousWeek' | 'nextWeek' | 'confirm' | null

/** Returns the keys of the rows, one per time; the repeated hour in autumn has rows of its own (B16). */
export function rowKeys(week: WeekView): string[] {
  return rowsOf(week).keys
}

/** Returns the slots of a row, one per day; null where the day lacks this time (closed, or skipped in spring). */
export function slotsOfRow(week: WeekView, row: number): (WeekSlot | null)[] {
  return rowsOf(week).slots[row] ?? []
}

export function slotAt(week: WeekView, day: number, row: number): WeekSlot | null {
  return slotsOfRow(week, row)[day] ?? null
}

/** The place of a slot in the block of its booking: `line` counts its rows from 1. */
export interface BlockPart {
  line: number
  isLast: boolean
}

/** Returns the place of a slot in the block of its booking; null where nothing is booked. */
export function blockPartOf(week: WeekView, day: number, row: number): BlockPart | null {
  const spanAt = (at: number) => slotAt(week, day, at)?.span
  const span = spanAt(row)
  if (!span) return null
  const isSame = (at: number) => spanAt(at)?.from === span.from && spanAt(at)?.until === span.until
  let line = 1
  while (isSame(row - line)) line++
  return { line, isLast: !isSame(row + 1) }
}

interface Rows {
  keys: string[]
  slots: (WeekSlot | null)[][]
}

/** Weeks are immutable, and each cell is read many times, so rows are computed once per week. */
const known = new WeakMap<WeekView, Rows>()

function rowsOf(week: WeekView): Rows {
  const before = known.get(week)
  if (before) return before
  const longest = week.days.reduce((a, b) => (b.slots.length > a.slots.length ? b : a))
  const keys = longest.slots.map(keyOf)
  const days = week.days.map(({ slots }) => new Map(slots.map((slot) => [keyOf(slot), slot])))
  const rows = { keys, slots: keys.map((key) => days.map((slots) => slots.get(key) ?? null)) }
  known.set(week, rows)
  return rows
}

/**
 * Returns the rows that a phone hides: today's past slots while today has slots to come. Past days are shown whole.
 */
export function rowsOver(week: WeekView, day: number): number {
  if (week.days[day]?.day !== week.today) return 0
  const slots = rowsOf(week).slots.map((row) => row[day])
  const coming = slots.findIndex((slot) => slot && !slot.over)
  return Math.max(0, coming)
}

/** Returns the first state: at the first free slot of the day, else the first to come; at `wish`, chosen if it can be. */
export function startState(
  week: WeekView,
  day: string,
  wish: { from: string; until: string } | null = null,
): GridState {
  const index = Math.max(
    0,
    week.days.findIndex((each) => each.day === (wish?.from.slice(0, 10) ?? day)),
  )
  const rows = rowKeys(week).length
  const wanted = (row: number) => {
    const slot = slotAt(week, index, row)
    return wish ? slot?.from === wish.from : slot?.state === 'free'
  }
  let row = 0
  while (row < rows && !wanted(row)) row++
  const start = {
    day: index,
    row: row < rows ? row : rowsOver(week, index),
    chosenDay: null,
    start: 0,
    end: 0,
  }
  return wish && row < rows ? chosenUntil(start, week, wish.until) : start
}

/** Returns the chosen time as wall-clock times; null = none. */
export function chosenTime(state: GridState, week: WeekView): { from: string; until: string } | null {
  if (state.chosenDay === null) return null
  const first = slotAt(week, state.chosenDay, state.start)
  const last = slotAt(week, state.chosenDay, state.end)
  return first && last ? { from: first.from, until: last.until } : null
}

/** Handles a tap: the first is the start, a later one below it the end, any other a new start. */
export function tapped(state: GridState, week: WeekView, day: number, row: number): GridState {
  const moved = { ...state, day, row, given: false }
  if (state.given && mayBegin(slotAt(week, day, row)))
    return chosenFrom(moved, week, day, row, state.end - state.start + 1)
  if (state.chosenDay === day && row > state.start && isOneTime(week, day, state.start, row)) {
    return { ...moved, end: row }
  }
  if (!mayBegin(slotAt(week, day, row))) return moved
  if (state.chosenDay === day && state.start === row && state.end === row)
    return { ...moved, chosenDay: null }
  return chosenFrom(moved, week, day, row, state.length ?? 1)
}

/** Chooses so many rows from one on, or only that one where they are not one time. */
function chosenFrom(state: GridState, week: WeekView, day: number, row: number, rows: number): GridState {
  const end = row + rows - 1
  return { ...state, chosenDay: day, start: row, end: isOneTime(week, day, row, end) ? end : row }
}

/** Chooses from one row to another of a day, as far as it is one time; `state` where nothing can begin. */
export function dragged(
  state: GridState,
  week: WeekView,
  day: number,
  anchor: number,
  row: number,
): GridState {
  if (!mayBegin(slotAt(week, day, anchor))) return state
  const step = row < anchor ? -1 : 1
  let reached = anchor
  while (
    reached !== row &&
    isOneTime(week, day, Math.min(anchor, reached + step), Math.max(anchor, reached + step))
  )
    reached += step
  const [start, end] = [Math.min(anchor, reached), Math.max(anchor, reached)]
  return { ...state, day, row: reached, chosenDay: day, start, end, given: false }
}

/** Whether the chosen time began free and is now, at least in part, another member's. */
export function isLost(state: GridState, week: WeekView): boolean {
  if (state.chosenDay === null || !state.books) return false
  for (let row = state.start; row <= state.end; row++)
    if (slotAt(week, state.chosenDay, row)?.state === 'taken') return true
  return false
}

/** Returns the first free time of that length after a wall-clock time of the week; null = none. */
export function nextFree(
  week: WeekView,
  after: string,
  rows: number,
): { from: string; until: string } | null {
  for (const day of week.days.keys()) {
    for (let row = 0; row < rowKeys(week).length; row++) {
      const [first, last] = [slotAt(week, day, row), slotAt(week, day, row + rows - 1)]
      if (
        first &&
        last &&
        first.from > after &&
        first.state === 'free' &&
        isOneTime(week, day, row, row + rows - 1)
      )
        return { from: first.from, until: last.until }
    }
  }
  return null
}

/**
 * Handles a key of the APG grid pattern: arrows move without wrapping, Home and End go to the first and last day, with
 * Ctrl to the corners, PageUp and PageDown move two hours, with Alt a week; Enter or Space sets the start and then
 * confirms, Shift with an arrow changes the end, Escape clears. null = another key.
 */
export function pressed(
  state: GridState,
  week: WeekView,
  { key, shiftKey, ctrlKey, altKey }: GridKey,
): { state: GridState; effect: GridEffect } | null {
  const lastRow = rowKeys(week).length - 1
  const lastDay = week.days.length - 1
  const to = (day: number, row: number) => ({
    state: { ...state, day: clamp(day, lastDay), row: clamp(row, lastRow) },
    effect: null,
  })
  const jump = Math.round(120 / week.slotMinutes)
  switch (key) {
    case 'ArrowDown':
      return shiftKey ? { state: extended(state, week, 1), effect: null } : to(state.day, state.row + 1)
    case 'ArrowUp':
      return shiftKey ? { state: extended(state, week, -1), effect: null } : to(state.day, state.row - 1)
    case 'ArrowRight':
      return to(state.day + 1, state.row)
    case 'ArrowLeft':
      return to(state.day - 1, state.row)
    case 'Home':
      return ctrlKey ? to(0, 0) : to(0, state.row)
    case 'End':
      return ctrlKey ? to(lastDay, lastRow) : to(lastDay, state.row)
    case 'PageUp':
      return altKey ? { state, effect: 'previousWeek' } : to(state.day, state.row - jump)
    case 'PageDown':
      return altKey ? { state, effect: 'nextWeek' } : to(state.day, state.row + jump)
    case 'Enter':
    case ' ':
      return isChosen(state, state.day, state.row)
        ? { state, effect: 'confirm' }
        : { state: tapped(state, week, state.day, state.row), effect: null }
    case 'Escape':
      return state.chosenDay === null ? null : { state: { ...state, chosenDay: null }, effect: null }
    default:
      return null
  }
}

/** Whether a cell lies in the chosen time. */
export function isChosen(state: GridState, day: number, row: number): boolean {
  return state.chosenDay === day && row >= state.start && row <= state.end
}

function chosenUntil(state: GridState, week: WeekView, until: string): GridState {
  let end = state.row
  while (slotAt(week, state.day, end) && (slotAt(week, state.day, end)?.until ?? until) < until) end++
  if (!isOneTime(week, state.day, state.row, end)) return state
  return { ...state, chosenDay: state.day, start: state.row, end, given: true }
}

function extended(state: GridState, week: WeekView, by: number): GridState {
  if (state.chosenDay === null) {
    const picked = tapped(state, week, state.day, state.row)
    return picked.chosenDay === null ? picked : extended(picked, week, by)
  }
  const end = Math.max(state.start, state.end + by)
  if (!isOneTime(week, state.chosenDay, state.start, end)) return state
  return { ...state, day: state.chosenDay, row: end, end, given: false }
}

/** Whether a slot can be chosen: a free one to book, a taken one to wait for. */
export function mayBegin(slot: WeekSlot | null): boolean {
  return slot?.state === 'free' || slot?.waits === true
}

/** A time that starts with a free slot is booked and must be free throughout; one that starts taken is waited for. */
function isOneTime(week: WeekView, day: number, start: number, end: number): boolean {
  const books = slotAt(week, day, start)?.state === 'free'
  for (let row = start; row <= end; row++) {
    const slot = slotAt(week, day, row)
    if (books ? slot?.state !== 'free' : !mayBegin(slot)) return false
  }
  return true
}

function keyOf({ from, repeated }: WeekSlot): string {
  return from.slice(11) + (repeated ? '+' : '')
}

function clamp(value: number, last: number): number {
  return Math.min(Math.max(value, 0), last)
}
