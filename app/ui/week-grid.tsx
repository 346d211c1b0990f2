import { type KeyboardEvent, memo, type MouseEvent, useEffect, useRef } from 'react'
import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import { breakpoints } from './screen-width.ts'
import {
  type GridEffect,
  type GridState,
  isChosen,
  mayBegin,
  pressed,
  rowKeys,
  rowsOver,
  slotsOfRow,
  tapped,
} from './week-grid-model.ts'

interface WeekGridProps {
  week: WeekView
  state: GridState
  /** Name of the grid for assistive technology: the machine and the week. */
  label: string
  /** Heading of the column of times. */
  timesLabel: string
  /** Short heading of a day: "Di 24.11." */
  dayLabel: (day: string) => string
  /** Whole sentence of a cell: "Dienstag, 24. November, 9:00 bis 9:30 Uhr, frei"; the same function while it says the same. */
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
  const over = rowsOver(week, state.day)

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
    onState(isSeen(result.state) ? result.state : { ...result.state, row: rowsOver(week, result.state.day) })
    if (result.effect) onEffect(result.effect)
  }

  /** A phone leaves out what is over today. */
  const isSeen = ({ day, row }: GridState) =>
    row >= rowsOver(week, day) || !matchMedia(`(width < ${breakpoints.sm}px)`).matches

  // One listener for all cells: a page that a phone has to bring to life has hundreds of them.
  const onClick = ({ target }: MouseEvent) => {
    const cell = target instanceof Element ? target.closest('td') : null
    const row = cell?.closest('tr')
    if (cell && row) onState(tapped(state, week, cell.cellIndex - 1, row.sectionRowIndex))
  }

  return (
    // The APG grid: a table whose cells take focus (https://www.w3.org/WAI/ARIA/apg/patterns/grid/).
    <table
      className="week-grid"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
      role="grid"
      aria-label={label}
      onKeyDown={onKeyDown}
      onClick={onClick}
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
          <Row
            key={key}
            time={key}
            days={week.days}
            slots={slotsOfRow(week, row)}
            shownDay={state.day}
            stop={state.row === row}
            isOver={row < over}
            chosenDay={
              state.chosenDay !== null && isChosen(state, state.chosenDay, row) ? state.chosenDay : null
            }
            slotLabel={slotLabel}
          />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps {
  /** Key of the row. */
  time: string
  days: WeekView['days']
  /** One for each day. */
  slots: (WeekSlot | null)[]
  /** The day of the tab stop, the only one that a phone shows. */
  shownDay: number
  /** The tab stop is in this row. */
  stop: boolean
  /** On the shown day it is over, and there is something to come. */
  isOver: boolean
  /** The day on which this row's time is chosen. */
  chosenDay: number | null
  slotLabel: WeekGridProps['slotLabel']
}

/** Drawn again only when something in it changes: a tap is felt in the rows that it changes. */
const Row = memo(function Row(props: RowProps) {
  const { time, days, slots, shownDay, stop, isOver, chosenDay, slotLabel } = props
  return (
    <tr className={time.endsWith(':00') ? 'full-hour' : undefined} data-over={isOver || undefined}>
      <th scope="row">{time.replace('+', '')}</th>
      {days.map(({ day }, index) => {
        const slot = slots[index] ?? null
        const chosen = index === chosenDay
        return (
          <td
            key={day}
            className={index === shownDay ? 'shown-day' : undefined}
            data-state={chosen ? 'chosen' : slot ? slot.state : 'none'}
            data-waits={slot?.waits || undefined}
            tabIndex={stop && index === shownDay ? 0 : -1}
            aria-selected={chosen}
            aria-disabled={!mayBegin(slot) || undefined}
          >
            {slot && slotLabel(slot, chosen)}
          </td>
        )
      })}
    </tr>
  )
})

function columnClass(index: number, state: GridState): string | undefined {
  return index === state.day ? 'shown-day' : undefined
}
