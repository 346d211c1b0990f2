import type { WeekSlot } from '../../contracts/live.ts'

/** A cell of one day: a free slot, or the rows that one booking or one reason takes. */
export interface DayCell {
  /** Its first slot; null where the equipment has none at that time. */
  slot: WeekSlot | null
  /** Its end, wall-clock time of the space. */
  until: string
  rows: number
}

export interface DayRow {
  /** HH:mm */
  time: string
  /** Tells the second run of a repeated autumn hour from the first. */
  key: string
  /** One per column; null where the cell above goes on. */
  cells: (DayCell | null)[]
}

/**
 * Returns the rows of one day from the slots of each column, without the times that are over in all of them; a day that is
 * over altogether is whole.
 */
export function dayRows(columns: readonly WeekSlot[][]): DayRow[] {
  const all = [...new Set(columns.flatMap((slots) => slots.map(keyOf)))].toSorted()
  const slotsOf = columns.map((slots) => slotsByKey(slots, all))
  const coming = all.findIndex((key) => slotsOf.some((slots) => isComing(slots.get(key))))
  const keys = all.slice(Math.max(0, coming))
  const rows = keys.map((key): DayRow => ({ time: timeOf(key), key, cells: [] }))
  for (const slots of slotsOf) {
    let last: DayCell | null = null
    for (const [index, key] of keys.entries()) {
      const slot = slots.get(key) ?? null
      const isSame: boolean = last !== null && (last.slot === slot || goesOn(last.slot, slot))
      if (last && isSame) {
        last.rows += 1
        last.until = slot?.until ?? last.until
      } else {
        last = { slot, until: slot?.until ?? '', rows: 1 }
      }
      rows[index]?.cells.push(isSame ? null : last)
    }
  }
  return rows
}

/** Returns the slot of each row; equipment with longer slots than others has one slot in several rows. */
function slotsByKey(slots: readonly WeekSlot[], keys: readonly string[]): Map<string, WeekSlot> {
  const found = new Map<string, WeekSlot>()
  for (const [index, slot] of slots.entries()) {
    const next = slots[index + 1]
    const first = keyOf(slot)
    // In autumn the slot after one may have an earlier clock time.
    const end = next?.from === slot.until ? keyOf(next) : endKeyOf(slot)
    for (const key of keys) if (first <= key && key < end) found.set(key, slot)
  }
  return found
}

function isComing(slot: WeekSlot | undefined): boolean {
  return slot !== undefined && !slot.over
}

/** Whether a slot belongs to the cell of the one before it; each free slot is a cell of its own, because it can be chosen. */
function goesOn(before: WeekSlot | null, slot: WeekSlot | null): boolean {
  if (!before || !slot) return false
  return before.state !== 'free' && partOf(before) === partOf(slot)
}

function partOf({ state, span, codes, repeated, who, offeredUntil }: WeekSlot): string {
  return JSON.stringify(span ? [state, span.from, span.until, who, offeredUntil] : [state, codes, repeated])
}

/** Sorts as time goes by: "02:00", "02:30", and then the repeated hour "02:59+00", "02:59+30" before "03:00". */
function keyOf({ from, repeated }: Pick<WeekSlot, 'from' | 'repeated'>): string {
  const time = from.slice(11)
  return repeated ? `${time.slice(0, 2)}:59+${time.slice(3)}` : time
}

/** The key of the end of a slot after which the equipment has none; midnight comes after all rows. */
function endKeyOf({ from, until, repeated }: WeekSlot): string {
  return until.slice(0, 10) === from.slice(0, 10) ? keyOf({ from: until, repeated }) : '24:00'
}

function timeOf(key: string): string {
  const [hour = '', minutes = ''] = key.split(':59+')
  return minutes ? `${hour}:${minutes}` : key
}
