import { describe, expect, test } from 'vitest'
import type { WeekView } from '../../contracts/live.ts'
import { withWaiting } from '../booking/waitlist-slots.ts'
import { chosenTime, pressed, rowKeys, rowsOver, slotAt, startState, tapped } from './week-grid-model.ts'

const times = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '12:00']
const taken = new Set(['2026-11-24T10:30'])

const week: WeekView = {
  resource: 1,
  moves: null,
  zone: 'Europe/Berlin',
  slotMinutes: 30,
  today: '2026-11-24',
  previous: null,
  next: '2026-11-30',
  last: null,
  days: ['2026-11-23', '2026-11-24', '2026-11-25'].map((day) => ({
    day,
    slots: times.slice(0, -1).map((time, index) => ({
      from: `${day}T${time}`,
      until: `${day}T${times[index + 1]}`,
      state: taken.has(`${day}T${time}`) ? 'taken' : 'free',
      codes: taken.has(`${day}T${time}`) ? ['overlap'] : [],
      repeated: false,
    })),
  })),
}

const plain = { shiftKey: false, ctrlKey: false, altKey: false }
const start = startState(week, '2026-11-24')

/** Presses keys one after the other, with the prefixes `Shift+`, `Ctrl+` and `Alt+`. */
function press(...keys: string[]) {
  let state = start
  let effect = null
  for (const each of keys) {
    const key = each.split('+').at(-1) ?? ''
    const result = pressed(state, week, {
      key,
      shiftKey: each.startsWith('Shift'),
      ctrlKey: each.startsWith('Ctrl'),
      altKey: each.startsWith('Alt'),
    })
    if (result) ({ state, effect } = { state: result.state, effect: result.effect as never })
  }
  return { state, effect, chosen: chosenTime(state, week) }
}

describe('keyboard contract of the week grid (APG grid)', () => {
  test.each([
    [['ArrowDown'], 1, 1],
    [['ArrowUp'], 1, 0],
    [['ArrowRight'], 2, 0],
    [['ArrowRight', 'ArrowRight', 'ArrowRight'], 2, 0],
    [['ArrowLeft', 'ArrowLeft'], 0, 0],
    [['End'], 2, 0],
    [['ArrowDown', 'Home'], 0, 1],
    [['Ctrl+End'], 2, 5],
    [['Ctrl+End', 'Ctrl+Home'], 0, 0],
    [['PageDown'], 1, 4],
    [['PageDown', 'PageDown'], 1, 5],
    [['Ctrl+End', 'PageUp'], 2, 1],
  ])('%j moves to day %i, row %i', (keys, day, row) => {
    expect(press(...keys).state).toMatchObject({ day, row })
  })

  test('Enter picks the start, Shift and down extends, Enter confirms', () => {
    const { chosen, effect } = press('Enter', 'Shift+ArrowDown', 'Enter')
    expect(chosen).toEqual({ from: '2026-11-24T09:00', until: '2026-11-24T10:00' })
    expect(effect).toBe('confirm')
  })

  test('nothing extends over a taken slot', () => {
    const { chosen } = press('Enter', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Shift+ArrowDown')
    expect(chosen).toEqual({ from: '2026-11-24T09:00', until: '2026-11-24T10:30' })
  })

  test('a taken slot can be reached but not picked', () => {
    const { state, chosen } = press('ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter')
    expect(slotAt(week, state.day, state.row)?.state).toBe('taken')
    expect(chosen).toBeNull()
  })

  test('a slot with a waitlist can be chosen, alone or with free slots after it', () => {
    const waiting = withWaiting(week)
    const keys = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter'] as const
    let state = start
    for (const key of keys) state = pressed(state, waiting, { key, ...plain })?.state ?? state
    expect(chosenTime(state, waiting)).toEqual({ from: '2026-11-24T10:30', until: '2026-11-24T11:00' })
    const longer = pressed(state, waiting, { ...plain, key: 'ArrowDown', shiftKey: true })?.state ?? state
    expect(chosenTime(longer, waiting)).toEqual({ from: '2026-11-24T10:30', until: '2026-11-24T11:30' })
  })

  test('a time that starts free never includes a slot that can only be waited for', () => {
    const waiting = withWaiting(week)
    const first = tapped(start, waiting, 1, 2)
    expect(chosenTime(tapped(first, waiting, 1, 3), waiting)).toEqual({
      from: '2026-11-24T10:30',
      until: '2026-11-24T11:00',
    })
  })

  test('a past slot has no waitlist', () => {
    const past = structuredClone(week)
    const slot = past.days[1]?.slots[3]
    if (slot) slot.codes = ['overlap', 'windowMin']
    expect(withWaiting(past).days[1]?.slots[3]?.waits).toBeUndefined()
  })

  test('Escape clears the choice; without a choice the page gets the key', () => {
    expect(press('Enter', 'Escape').chosen).toBeNull()
    expect(pressed(start, week, { key: 'Escape', ...plain })).toBeNull()
  })

  test.each([
    ['Alt+PageUp', 'previousWeek'],
    ['Alt+PageDown', 'nextWeek'],
  ])('%s asks for the %s', (key, effect) => {
    expect(press(key).effect).toBe(effect)
  })

  test('Tab and letters are not handled', () => {
    expect(pressed(start, week, { key: 'Tab', ...plain })).toBeNull()
    expect(pressed(start, week, { key: 'a', ...plain })).toBeNull()
  })
})

describe('pointer', () => {
  test('the second tap below the first is the end, above it a new start', () => {
    const first = tapped(start, week, 0, 1)
    expect(chosenTime(tapped(first, week, 0, 3), week)).toEqual({
      from: '2026-11-23T09:30',
      until: '2026-11-23T11:00',
    })
    expect(chosenTime(tapped(first, week, 0, 0), week)).toEqual({
      from: '2026-11-23T09:00',
      until: '2026-11-23T09:30',
    })
  })

  test('a second tap on the same slot clears the choice', () => {
    expect(chosenTime(tapped(tapped(start, week, 0, 1), week, 0, 1), week)).toBeNull()
  })

  test('the first tap moves a time that was chosen before and keeps its length; the next tap is the end', () => {
    const given = startState(week, '2026-11-23', { from: '2026-11-23T09:00', until: '2026-11-23T10:30' })
    const elsewhere = tapped(given, week, 2, 1)
    expect(chosenTime(elsewhere, week)).toEqual({ from: '2026-11-25T09:30', until: '2026-11-25T11:00' })
    expect(chosenTime(tapped(elsewhere, week, 2, 4), week)?.until).toBe('2026-11-25T11:30')
    // Where the whole length is not free, or the day ends, one slot is chosen.
    expect(chosenTime(tapped(given, week, 1, 2), week)).toEqual({
      from: '2026-11-24T10:00',
      until: '2026-11-24T10:30',
    })
    expect(chosenTime(tapped(given, week, 0, 5), week)?.until).toBe('2026-11-23T12:00')
  })

  test('a tap beyond a taken slot is a new start', () => {
    const chosen = chosenTime(tapped(tapped(start, week, 1, 1), week, 1, 5), week)
    expect(chosen).toEqual({ from: '2026-11-24T11:30', until: '2026-11-24T12:00' })
  })
})

test('B16: rows follow the longest day, so that a repeated hour in autumn has rows of its own', () => {
  const [first, ...others] = week.days
  const autumn = {
    ...week,
    days: [
      ...others,
      { day: '2026-10-25', slots: [...first!.slots, { ...first!.slots[5]!, repeated: true }] },
    ],
  }
  expect(rowKeys(autumn)).toHaveLength(7)
  expect(slotAt(autumn, 0, 6)).toBeNull()
})

test('a time chosen before signing in is chosen again unless it was taken meanwhile', () => {
  const wish = { from: '2026-11-25T09:30', until: '2026-11-25T11:00' }
  expect(chosenTime(startState(week, '2026-11-25', wish), week)).toEqual(wish)
  const taken = { from: '2026-11-24T10:00', until: '2026-11-24T11:00' }
  expect(chosenTime(startState(week, '2026-11-24', taken), week)).toBeNull()
})

describe('past slots of today', () => {
  /** A week whose days are past until a time. */
  const at = (time: string): WeekView => ({
    ...week,
    days: week.days.map(({ day, slots }) => ({
      day,
      slots: slots.map((slot) =>
        slot.until.slice(11) <= time ? { ...slot, state: 'refused', over: true } : slot,
      ),
    })),
  })

  test.each([
    ['nothing yet', '09:00', 1, 0],
    ['the morning', '10:30', 1, 3],
    ['all of it: the day is seen as it was', '12:00', 1, 0],
    ['another day', '10:30', 0, 0],
  ])('%s', (_, time, day, rows) => expect(rowsOver(at(time), day)).toBe(rows))

  test('the tab stop is never on one, even when nothing is free', () => {
    const evening = at('10:30')
    const none = evening.days.map(({ day, slots }) => ({
      day,
      slots: slots.map((slot) => ({ ...slot, state: 'refused' as const })),
    }))
    expect(startState({ ...evening, days: none }, '2026-11-24')).toMatchObject({ day: 1, row: 3 })
  })
})
