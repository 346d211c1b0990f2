import { renderToString } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import { WeekGrid } from './week-grid.tsx'
import { type GridState, startState } from './week-grid-model.ts'

const slot = (day: string, from: string, until: string, state: WeekSlot['state']): WeekSlot => ({
  from: `${day}T${from}`,
  until: `${day}T${until}`,
  state,
  codes: state === 'free' ? [] : ['overlap'],
  repeated: false,
})

const week: WeekView = {
  resource: 1,
  moves: null,
  zone: 'Europe/Berlin',
  slotMinutes: 30,
  today: '2026-11-24',
  previous: null,
  next: null,
  last: null,
  days: [
    {
      day: '2026-11-23',
      slots: [
        slot('2026-11-23', '09:00', '09:30', 'refused'),
        slot('2026-11-23', '09:30', '10:00', 'own'),
        slot('2026-11-23', '10:00', '10:30', 'taken'),
      ],
    },
    {
      day: '2026-11-24',
      slots: [slot('2026-11-24', '09:00', '09:30', 'free'), slot('2026-11-24', '09:30', '10:00', 'free')],
    },
  ],
}

function markup(state: GridState): string {
  return renderToString(
    <WeekGrid
      week={week}
      state={state}
      label="Lasercutter, 23. – 29. November"
      timesLabel="Uhrzeit"
      dayLabel={(day) => day.slice(8)}
      slotLabel={({ from, state: said }, chosen) => `${from} ${chosen ? 'chosen' : said}`}
      ownLabel={() => 'mine'}
      chosenLines={['9–10', '1 h']}
      onState={() => {}}
      onEffect={() => {}}
    />,
  )
}

const start = startState(week, '2026-11-24')
const chosen = { ...start, chosenDay: 1, start: 0, end: 1 }
const cells = (html: string) => html.match(/<td.*?<\/td>/g) ?? []

describe('markup of the grid', () => {
  test('one named grid with headings for days and times', () => {
    const html = markup(start)
    expect(html.match(/role="grid"/g)).toHaveLength(1)
    expect(html).toContain('aria-label="Lasercutter, 23. – 29. November"')
    expect(html.match(/<th scope="col"/g)).toHaveLength(3)
    expect(html).toMatch(/<th scope="row">(?:<!-- -->)?10:00/)
    expect(html).toMatch(/aria-current="date">24</)
  })

  test('one tab stop; all other cells can be focused', () => {
    for (const state of [start, chosen]) {
      const stops = cells(markup(state)).map((cell) => /tabindex="(-?\d)"/.exec(cell)?.[1])
      expect(stops).toEqual(['-1', '0', '-1', '-1', '-1', '-1'])
    }
  })

  test('each slot has a text; a cell without a slot has none', () => {
    const said = cells(markup(start)).map((cell) => /<td[^>]*>(.*?)</.exec(cell)?.[1] ?? '')
    expect(said).toEqual([
      '2026-11-23T09:00 refused',
      '2026-11-24T09:00 free',
      '2026-11-23T09:30 own',
      '2026-11-24T09:30 free',
      '2026-11-23T10:00 taken',
      '',
    ])
  })

  test('only free times are not disabled', () => {
    const disabled = cells(markup(start)).map((cell) => cell.includes('aria-disabled="true"'))
    expect(disabled).toEqual([true, false, true, false, true, true])
  })

  test('the chosen time is selected, visibly and for assistive technology', () => {
    const selected = cells(markup(chosen)).map((cell) => [
      cell.includes('aria-selected="true"'),
      cell.includes('data-state="chosen"'),
      cell.includes('chosen<'),
    ])
    const [yes, no] = [
      [true, true, true],
      [false, false, false],
    ]
    expect(selected).toEqual([no, yes, no, yes, no, no])
  })

  test('no style attributes: the content policy blocks them', () => {
    expect(markup(chosen)).not.toContain('style=')
  })
})

test('the week opens at its first free time', () => {
  const opens = (day: string) =>
    markup(startState(week, day))
      .match(/<tr[^>]*>/g)
      ?.map((row) => row.includes('data-opens'))
  // The first row has the names of the days. Nothing is free on Monday.
  expect(opens('2026-11-23')).toEqual([false, true, false, false])
  expect(opens('2026-11-24')).toEqual([false, true, false, false])
  const late = { ...startState(week, '2026-11-24'), row: 1 }
  expect(markup(late)).toMatch(/<tr data-opens="true"><th scope="row">9:30/)
})
