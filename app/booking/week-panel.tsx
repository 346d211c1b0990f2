import { memo, useCallback, useState } from 'react'
import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import { type Freshness, StaleNotice } from '../live/stale-notice.tsx'
import { clockTime, dayRange, longDay, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, type Translate, useTranslate } from '../i18n/messages.ts'
import { Link } from '../frame/link.tsx'
import { breakpoints, useScreenWidth } from '../ui/screen-width.ts'
import { WeekGrid } from '../ui/week-grid.tsx'
import { type GridEffect, type GridState, mayBegin, rowKeys, slotAt } from '../ui/week-grid-model.ts'
import type { BookableMachine } from './equipment-picker.tsx'
import { reasonKeys } from './reasons.ts'
import { useSideways } from './use-sideways.ts'
import { ZoneNote } from './zone-note.tsx'

interface WeekPanelProps {
  week: WeekView
  machine: BookableMachine
  /** How old the shown times are. */
  freshness: Freshness
  state: GridState
  /** What is chosen, in the grid or before it was there. */
  chosen: { from: string; until: string } | null
  onState: (state: GridState) => void
  /** Address of the week of another day. */
  addressOf: (day: string) => string
  /** Shows the week of another day. */
  onShow: (day: string) => void
}

/** One machine's week: its name, the ways to other weeks and days, the grid and what its signs mean. */
export function WeekPanel(props: WeekPanelProps) {
  const { week, machine, freshness, state, chosen, addressOf, onState, onShow } = props
  const locale = useLocale()
  const t = useTranslate()
  const first = week.days[0]?.day ?? ''
  const last = week.days.at(-1)?.day ?? ''
  const range = dayRange(first, last, locale)
  // Before anybody has looked at a slot there is nothing to say of it.
  const [isLookedAt, setLookedAt] = useState(false)
  const current = slotAt(week, state.day, state.row)
  const labelOf = useCallback(
    (slot: WeekSlot, isOn: boolean) => slotLabel(slot, isOn, locale, t),
    [locale, t],
  )
  const whyNot = isLookedAt && current && !mayBegin(current) ? slotLabel(current, false, locale, t) : ''

  const isWaited = state.chosenDay !== null && slotAt(week, state.chosenDay, state.start)?.waits

  const onEffect = (effect: GridEffect) => {
    if (effect === 'previousWeek' && week.previous) onShow(week.previous)
    if (effect === 'nextWeek' && week.next) onShow(week.next)
    if (effect === 'confirm') goToSubmit()
  }

  return (
    <section className="week-panel" aria-labelledby="week-title">
      <header>
        <h2 id="week-title">
          {machine.name} <ShownTime day={week.days[state.day]?.day ?? first} week={range} />
        </h2>
        <WeekLinks week={week} addressOf={addressOf} />
      </header>
      <ZoneNote zone={week.zone} />
      {isBeyond(week) && <p className="notice">{t('booking_week_beyond')}</p>}
      <StaleNotice {...freshness} />
      <DayTabs week={week} addressOf={addressOf} current={state.day} />
      {rowKeys(week).length > 0 ? (
        <WeekGrid
          week={week}
          state={state}
          label={t('booking_grid_label', { machine: machine.name, week: range })}
          timesLabel={t('booking_grid_times')}
          dayLabel={(day) => shortDay(day, locale)}
          slotLabel={labelOf}
          onState={(next) => {
            // A slot may have had the focus before the page was alive.
            setLookedAt(true)
            onState(next)
          }}
          onEffect={onEffect}
          onLook={() => setLookedAt(true)}
        />
      ) : (
        <p>{t('booking_week_closed')}</p>
      )}
      <Legend t={t} />
      <p className="hint">{t('booking_grid_hint')}</p>
      {whyNot && (
        // The slot itself says so to those who do not see it.
        <p className="choice-bar why-not" aria-hidden="true">
          {whyNot}
        </p>
      )}
      {chosen && !whyNot && (
        <div className="choice-bar">
          <span>
            {t(isWaited ? 'booking_choice_waits' : 'booking_choice', {
              from: clockTime(chosen.from),
              until: clockTime(chosen.until),
            })}
          </span>
          <button type="button" className="button" onClick={goToSubmit}>
            {t('booking_choice_next')}
          </button>
        </div>
      )}
    </section>
  )
}

/** What the grid shows: a day on a phone, else the week. The server does not know which, so this alone is drawn again. */
function ShownTime({ day, week }: { day: string; week: string }) {
  const locale = useLocale()
  return <small>{useScreenWidth() < breakpoints.sm ? longDay(day, locale) : week}</small>
}

interface DayTabsProps extends Pick<WeekPanelProps, 'week' | 'addressOf'> {
  current: number
}

/** The button of the form beside the week, below it on a phone. */
function goToSubmit(): void {
  document.getElementById('booking-submit')?.focus()
}

/** On a phone one day is shown at a time; these are the others. */
const DayTabs = memo(function DayTabs({ week, addressOf, current }: DayTabsProps) {
  const locale = useLocale()
  const t = useTranslate()
  const list = useSideways(current)
  return (
    <ul ref={list} className="day-tabs" aria-label={t('booking_days')}>
      {week.days.map(({ day }, index) => (
        <li key={day}>
          <Link to={addressOf(day)} aria-current={index === current ? 'date' : undefined} preventScrollReset>
            {shortDay(day, locale)}
          </Link>
        </li>
      ))}
    </ul>
  )
})

function WeekLinks({ week, addressOf }: Pick<WeekPanelProps, 'week' | 'addressOf'>) {
  const t = useTranslate()
  const link = (day: string | null, key: MessageKey) =>
    day && (
      <Link className="button quiet" to={addressOf(day)} preventScrollReset>
        {t(key)}
      </Link>
    )
  return (
    <nav aria-label={t('booking_weeks')}>
      {link(week.previous, 'booking_previous_week')}
      {link(isFar(week) ? week.today : null, 'booking_this_week')}
      {link(week.next, 'booking_next_week')}
    </nav>
  )
}

/** Over, or more than one step ahead of this week. */
function isFar({ days, today, previous }: WeekView): boolean {
  const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? '']
  if (today < first) return previous === null || today < previous
  return today > last
}

/** Nothing of it can be booked yet. */
function isBeyond({ days }: WeekView): boolean {
  const slots = days.flatMap((day) => day.slots)
  return slots.length > 0 && slots.every(({ codes }) => codes.includes('windowMax'))
}

const signs = ['free', 'taken', 'own', 'refused', 'chosen'] as const

function Legend({ t }: { t: Translate }) {
  return (
    <ul className="legend" aria-hidden="true">
      {signs.map((sign) => (
        <li key={sign}>
          <span data-state={sign} /> {t(`booking_slot_${sign}`)}
        </li>
      ))}
    </ul>
  )
}

/** "Dienstag, 24. November, 9:00 bis 9:30 Uhr, nicht buchbar: liegt in der Vergangenheit" */
function slotLabel(slot: WeekSlot, chosen: boolean, locale: 'de' | 'en', t: Translate): string {
  const state = chosen
    ? t('booking_slot_chosen')
    : t(slot.waits ? 'booking_slot_waits' : `booking_slot_${slot.state}`)
  const code = slot.codes.find((each) => each !== 'overlap' || slot.state === 'refused')
  const reason = slot.repeated
    ? t('booking_reason_repeated')
    : code && reasonKeys[code]
      ? t(reasonKeys[code])
      : ''
  return t(reason ? 'booking_slot_label_reason' : 'booking_slot_label', {
    day: longDay(slot.from, locale),
    from: clockTime(slot.from),
    until: clockTime(slot.until),
    state,
    reason,
  })
}
