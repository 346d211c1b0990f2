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
  /** Name of the grid for assistive technology: equipment and week. */
  label: string
  /** Heading of the time column. */
  timesLabel: string
  /** Short heading of a day: "Di 24.11." */
  dayLabel: (day: string) => string
  /** Text of a cell: "Dienstag, 24. November, 9:00 bis 9:30 Uhr, frei". The same function while texts are the same. */
  slotLabel: (slot: WeekSlot, chosen: boolean) => string
  onState: (state: GridState) => void
  onEffect: (effect: GridEffect) => void
  /** A slot got the focus, by key or by tap. */
  onLook?: () => void
}

/** The week of one piece of equipment as an APG grid with one tab stop; a phone shows the day of the tab stop only. */
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

  // The focus follows the tab stop after a key and in another week. Not after every render: a touch focuses a slot
  // before it chooses it.
  const { days } = week
  useEffect(() => {
    // The first cell of a row is the time.
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

  /** Rows that a phone hides: today's past slots. */
  const isSeen = ({ day, row }: GridState) =>
    row >= rowsOver(week, day) || !matchMedia(`(width < ${breakpoints.sm}px)`).matches

  // One listener for all cells: there are hundreds, and a phone would have to attach each.
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
  /** One slot per day. */
  slots: (WeekSlot | null)[]
  /** Index of the day of the tab stop. */
  shownDay: number
  /** Whether the tab stop is in this row. */
  stop: boolean
  /** Whether a phone hides this row. */
  isOver: boolean
  /** Index of the day on which this row is chosen. */
  chosenDay: number | null
  slotLabel: WeekGridProps['slotLabel']
}

/** Renders again only when one of its properties changes, so that a tap renders the rows that it changes. */
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
            title={slot?.who}
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
