import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import {
  type GridEffect,
  type GridState,
  isChosen,
  mayBegin,
  pressed,
  rowKeys,
  slotAt,
  tapped,
} from './week-grid-model.ts'
import './week-grid.css'

interface WeekGridProps {
  week: WeekView
  state: GridState
  /** Name of the grid for assistive technology: the machine and the week. */
  label: string
  /** Heading of the column of times. */
  timesLabel: string
  /** Short heading of a day: "Di 24.11." */
  dayLabel: (day: string) => string
  /** Whole sentence of a cell: "Dienstag, 24. November, 9:00 bis 9:30 Uhr, frei". */
  slotLabel: (slot: WeekSlot, chosen: boolean) => string
  onState: (state: GridState) => void
  onEffect: (effect: GridEffect) => void
  /** A slot has the focus: by key, by tap. */
  onLook?: () => void
}

/** One machine's week as an APG grid with one tab stop; on a phone only the day of the tab stop is shown. */
export function WeekGrid({
  week,
  state,
  label,
  timesLabel,
  dayLabel,
  slotLabel,
  onState,
  onEffect,
  onLook,
}: WeekGridProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const hadFocus = useRef(false)
  const rows = rowKeys(week)

  // The tab stop moves with the keys, and another week has other cells. Not after every render: a finger that comes down
  // gives a slot the focus before it chooses it.
  const { days } = week
  useEffect(() => {
    // The first cell of a row is its time.
    if (hadFocus.current && state.day < days.length)
      body.current?.rows[state.row]?.cells[state.day + 1]?.focus()
  }, [state.day, state.row, days])

  const onKeyDown = (event: KeyboardEvent) => {
    const result = pressed(state, week, event)
    if (!result) return
    event.preventDefault()
    onState(result.state)
    if (result.effect) onEffect(result.effect)
  }

  return (
    // The APG grid: a table whose cells take focus (https://www.w3.org/WAI/ARIA/apg/patterns/grid/).
    <table
      className="week-grid"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={label}
      onKeyDown={onKeyDown}
      onFocus={() => {
        hadFocus.current = true
        onLook?.()
      }}
      onBlur={(event) => (hadFocus.current = event.currentTarget.contains(event.relatedTarget))}
    >
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{timesLabel}</span>
          </th>
          {week.days.map(({ day }, index) => (
            <th
              key={day}
              scope="col"
              className={columnClass(index, state)}
              aria-current={day === week.today ? 'date' : undefined}
            >
              {dayLabel(day)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((key, row) => (
          <tr key={key} className={key.endsWith(':00') ? 'full-hour' : undefined}>
            <th scope="row">{key.replace('+', '')}</th>
            {week.days.map(({ day }, index) => (
              <Cell
                key={day}
                slot={slotAt(week, index, row)}
                chosen={isChosen(state, index, row)}
                stop={state.day === index && state.row === row}
                column={columnClass(index, state)}
                slotLabel={slotLabel}
                onTap={() => onState(tapped(state, week, index, row))}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface CellProps {
  slot: WeekSlot | null
  chosen: boolean
  stop: boolean
  column: string | undefined
  slotLabel: WeekGridProps['slotLabel']
  onTap: () => void
}

function Cell({ slot, chosen, stop, column, slotLabel, onTap }: CellProps) {
  const state = slot ? slot.state : 'none'
  return (
    <td
      className={column}
      data-state={chosen ? 'chosen' : state}
      data-waits={slot?.waits || undefined}
      tabIndex={stop ? 0 : -1}
      aria-selected={chosen}
      aria-disabled={!mayBegin(slot) || undefined}
      onClick={onTap}
    >
      {slot && <span className="visually-hidden">{slotLabel(slot, chosen)}</span>}
    </td>
  )
}

function columnClass(index: number, state: GridState): string | undefined {
  return index === state.day ? 'shown-day' : undefined
}
