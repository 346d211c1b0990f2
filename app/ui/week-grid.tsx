import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import { breakpoints } from './screen-width.ts'
import { shortSpan } from './short-span.ts'
import {
  blockPartOf,
  dragged,
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
  /** Words in the block of an own booking or offer: "du". The same function while texts are the same. */
  ownLabel: (slot: WeekSlot) => string
  /** Lines drawn on the chosen time: its times, then its length and price. */
  chosenLines: readonly string[]
  onState: (state: GridState) => void
  onEffect: (effect: GridEffect) => void
  /** A slot got the focus by key or by tap, or the pointer is over it (then with the slot, null when it leaves). */
  onLook?: (slot?: WeekSlot | null) => void
}

/** The week of one piece of equipment as an APG grid with one tab stop; a phone shows the day of the tab stop only. */
export function WeekGrid({
  week,
  state,
  label,
  timesLabel,
  dayLabel,
  slotLabel,
  ownLabel,
  chosenLines,
  onState,
  onEffect,
  onLook,
}: WeekGridProps) {
  const body = useRef<HTMLTableSectionElement>(null)
  const drag = useRef<{ day: number; row: number; moved: boolean } | null>(null)
  const hadFocus = useRef(false)
  const rows = rowKeys(week)
  const over = rowsOver(week, state.day)
  const { scroller, opensAt } = useOpening(week, state, body)

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
    const at = placeOf(target)
    // The click that ends a drag chooses nothing more.
    if (at && !drag.current?.moved) onState(tapped(state, week, at.day, at.row))
    drag.current = null
  }

  // A finger scrolls; a mouse or a pen draws the time.
  const onPointerDown = ({ target, pointerType, button }: PointerEvent) => {
    const at = pointerType === 'touch' || button !== 0 ? null : placeOf(target)
    drag.current = at && { ...at, moved: false }
  }
  const onPointerOver = ({ target, pointerType, buttons }: PointerEvent) => {
    if (pointerType === 'touch') return
    const at = placeOf(target)
    onLook?.(at ? (slotsOfRow(week, at.row)[at.day] ?? null) : null)
    const began = drag.current
    if (!at || !began || buttons !== 1 || (at.row === began.row && !began.moved)) return
    began.moved = true
    onState(dragged(state, week, began.day, began.row, at.row))
  }

  return (
    <div ref={scroller} className="week-scroller">
      {/* The APG grid: a table whose cells take focus (https://www.w3.org/WAI/ARIA/apg/patterns/grid/). */}
      <table
        className="week-grid"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
        role="grid"
        aria-label={label}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
        onPointerLeave={() => onLook?.(null)}
        onFocus={() => {
          hadFocus.current = true
          onLook?.()
        }}
        onBlur={(event) => (hadFocus.current = event.currentTarget.contains(event.relatedTarget))}
      >
        <Head
          days={week.days}
          today={week.today}
          shownDay={state.day}
          timesLabel={timesLabel}
          dayLabel={dayLabel}
        />
        <tbody ref={body}>
          {rows.map((key, row) => (
            <Row
              key={key}
              time={key}
              row={row}
              week={week}
              slots={slotsOfRow(week, row)}
              shownDay={state.day}
              stop={state.row === row}
              opens={opensAt === row}
              isOver={row < over}
              chosenDay={
                state.chosenDay !== null && isChosen(state, state.chosenDay, row) ? state.chosenDay : null
              }
              chosenLine={chosenLines[row - state.start]}
              chosenLineNo={isIn(state, row) ? row - state.start + 1 : 0}
              isChosenEnd={isIn(state, row) && row === state.end}
              ownLabel={ownLabel}
              slotLabel={slotLabel}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Returns the row at which the week opens, and keeps the scroller there when another week is shown. */
function useOpening(
  week: WeekView,
  { row, chosenDay, start }: GridState,
  body: RefObject<HTMLTableSectionElement | null>,
) {
  const scroller = useRef<HTMLDivElement>(null)
  const first = week.days[0]?.day
  const [opened, setOpened] = useState({ first, row })
  // It stays while the tab stop moves.
  if (opened.first !== first) setOpened({ first, row })
  // Browsers that know `scroll-initial-target` are there before the first paint, in the first week.
  useEffect(() => scrollTo(scroller.current, body.current, opened.row), [opened, body])
  // A time that the fields chose is shown, too; one that a pointer or a key chose is in view already.
  useEffect(() => {
    if (chosenDay !== null && !body.current?.contains(document.activeElement))
      scrollTo(scroller.current, body.current, start)
  }, [chosenDay, start, body])
  return { scroller, opensAt: opened.row }
}

function scrollTo(scroller: HTMLElement | null, body: HTMLTableSectionElement | null, row: number): void {
  const shown = body?.rows[row]
  const head = body?.previousElementSibling
  if (!shown || !head || !scroller) return
  // Half of the label of a row stands above it.
  const top = shown.offsetTop - head.clientHeight - 12
  const { scrollTop, clientHeight } = scroller
  if (top < scrollTop || scrollTop + clientHeight / 2 <= top) scroller.scrollTop = top
}

interface HeadProps extends Pick<WeekGridProps, 'timesLabel' | 'dayLabel'> {
  days: WeekView['days']
  today: string
  /** Index of the day of the tab stop. */
  shownDay: number
}

/** The headings of the days; they stay at the top of the window while the week scrolls. */
function Head({ days, today, shownDay, timesLabel, dayLabel }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className="visually-hidden">{timesLabel}</span>
        </th>
        {days.map(({ day }, index) => (
          <th
            key={day}
            scope="col"
            className={index === shownDay ? 'shown-day' : undefined}
            aria-current={day === today ? 'date' : undefined}
          >
            {dayLabel(day)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface RowProps {
  /** Key of the row. */
  time: string
  /** Index of the row. */
  row: number
  week: WeekView
  /** One slot per day. */
  slots: (WeekSlot | null)[]
  /** Index of the day of the tab stop. */
  shownDay: number
  /** Whether the tab stop is in this row. */
  stop: boolean
  /** Whether the week opens at this row. */
  opens: boolean
  /** Whether a phone hides this row. */
  isOver: boolean
  /** Index of the day on which this row is chosen. */
  chosenDay: number | null
  /** Drawn on the chosen time in this row. */
  chosenLine: string | undefined
  /** The place of this row in the chosen time, from 1, and whether it is the last. */
  chosenLineNo: number
  isChosenEnd: boolean
  ownLabel: WeekGridProps['ownLabel']
  slotLabel: WeekGridProps['slotLabel']
}

/** Renders again only when one of its properties changes, so that a tap renders the rows that it changes. */
const Row = memo(function Row(props: RowProps) {
  const {
    time,
    row,
    week,
    slots,
    shownDay,
    stop,
    opens,
    isOver,
    chosenDay,
    chosenLine,
    ownLabel,
    slotLabel,
  } = props
  const { chosenLineNo, isChosenEnd } = props
  return (
    <tr
      className={time.endsWith(':00') ? 'full-hour' : undefined}
      data-over={isOver || undefined}
      data-opens={opens || undefined}
    >
      <th scope="row">{time.replace(/^0|\+$/g, '')}</th>
      {week.days.map(({ day }, index) => {
        const slot = slots[index] ?? null
        const chosen = index === chosenDay
        const part = chosen ? { line: chosenLineNo, isLast: isChosenEnd } : blockPartOf(week, index, row)
        return (
          <td
            key={day}
            className={index === shownDay ? 'shown-day' : undefined}
            data-state={chosen ? 'chosen' : slot ? slot.state : 'none'}
            data-waits={slot?.waits || undefined}
            data-offered={slot?.offeredUntil ? '' : undefined}
            data-block={part ? `${part.line === 1 ? 'start' : 'on'}${part.isLast ? ' end' : ''}` : undefined}
            data-line={
              chosen ? chosenLine : (slot && part && blockLine(slot, part.line, ownLabel)) || undefined
            }
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

/** Drawn on a booked slot: in the first row of the block its times, in the second whose it is where that is known. */
function blockLine(slot: WeekSlot, line: number, ownLabel: WeekGridProps['ownLabel']): string | undefined {
  const { span, state, who } = slot
  if (line === 1) return span && shortSpan(span)
  return line === 2 ? (state === 'own' ? ownLabel(slot) : who) : undefined
}

/** Whether the chosen time has this row; another row renders only when something of its own changes. */
function isIn({ chosenDay, start, end }: GridState, row: number): boolean {
  return chosenDay !== null && start <= row && row <= end
}

/** The slot under a pointer, as indexes. */
function placeOf(target: EventTarget): { day: number; row: number } | null {
  const cell = target instanceof Element ? target.closest('td') : null
  const row = cell?.closest('tr')
  return cell && row ? { day: cell.cellIndex - 1, row: row.sectionRowIndex } : null
}
