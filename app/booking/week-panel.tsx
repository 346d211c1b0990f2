import { useCallback, useState } from 'react'
import type { WeekSlot, WeekView } from '../../contracts/live.ts'
import { type Freshness, StaleNotice } from '../live/freshness.tsx'
import { Link } from '../frame/link.tsx'
import { dayRange } from '../i18n/day-range.ts'
import { clockTime, longDay, shortDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { breakpoints, useScreenWidth } from '../ui/screen-width.ts'
import { shortSpan } from '../ui/short-span.ts'
import { WeekGrid } from '../ui/week-grid.tsx'
import { type GridEffect, type GridState, mayBegin, rowKeys, slotAt } from '../ui/week-grid-model.ts'
import { costInWords, lengthInWords, type ShownPrice } from './booking-price.tsx'
import { bookingFormId } from './booking-form.tsx'
import type { BookableEquipment } from './equipment-picker.tsx'
import { Legend } from './legend.tsx'
import { ownBlockWords, slotLabel } from './slot-words.ts'
import { BeyondNotice, DayTabs, WeekLinks } from './week-links.tsx'
import { ZoneNote } from './zone-note.tsx'

interface WeekPanelProps {
  week: WeekView
  equipment: BookableEquipment
  /** How old the shown times are. */
  freshness: Freshness
  state: GridState
  /** Chosen in the grid or by the address. */
  chosen: { from: string; until: string } | null
  price: ShownPrice | null
  /** What the button that moves the booking says, once that is possible: the bar of a phone has it, too. */
  moveWords: string | null
  onState: (state: GridState) => void
  addressOf: (day: string) => string
  onShow: (day: string) => void
}

/** The week of one piece of equipment: links to other weeks and days, the grid and its legend. */
export function WeekPanel(props: WeekPanelProps) {
  const { week, equipment, freshness, state, chosen, price, moveWords, addressOf, onState, onShow } = props
  const locale = useLocale()
  const t = useTranslate()
  const first = week.days[0]?.day ?? ''
  const last = week.days.at(-1)?.day ?? ''
  const range = dayRange(first, last, locale)
  // No reason is shown before a slot was looked at; the pointer counts before the focus.
  const [isLookedAt, setLookedAt] = useState(false)
  const [pointed, setPointed] = useState<WeekSlot | null>(null)
  const labelOf = useCallback(
    (slot: WeekSlot, isOn: boolean) => slotLabel(slot, isOn, locale, t),
    [locale, t],
  )
  const ownLabel = useCallback((slot: WeekSlot) => ownBlockWords(slot, t), [t])
  const looked = pointed ?? (isLookedAt ? slotAt(week, state.day, state.row) : null)
  const whyNot = looked && !mayBegin(looked) ? slotLabel({ ...looked, ...looked.span }, false, locale, t) : ''
  const isOwn = looked?.state === 'own' && !looked.offeredUntil
  const cost = price && costInWords(price, locale, t)
  const chosenLines = chosen
    ? [shortSpan(chosen), ...(price && cost ? [cost, lengthInWords(price.minutes, locale, t)] : [])]
    : []

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
          <span className="visually-hidden">{equipment.name}: </span>
          <span>
            <ShownTime day={week.days[state.day]?.day ?? first} week={range} />
          </span>
        </h2>
        <WeekLinks week={week} addressOf={addressOf} />
      </header>
      <BeyondNotice day={first} last={week.last} />
      <StaleNotice {...freshness} />
      <DayTabs week={week} addressOf={addressOf} current={state.day} />
      {rowKeys(week).length > 0 ? (
        <WeekGrid
          week={week}
          state={state}
          label={t('booking_grid_label', { machine: equipment.name, week: range })}
          timesLabel={t('booking_grid_times')}
          dayLabel={(day) => shortDay(day, locale)}
          slotLabel={labelOf}
          ownLabel={ownLabel}
          chosenLines={chosenLines}
          onState={(next) => {
            // A slot may have the focus before hydration.
            setLookedAt(true)
            onState(next)
          }}
          onEffect={onEffect}
          onLook={(slot) => (slot === undefined ? setLookedAt(true) : setPointed(slot))}
        />
      ) : (
        <p>{t('booking_week_closed')}</p>
      )}
      <p className={whyNot ? 'why-not' : 'why-not empty'}>
        {/* Screen readers hear it from the slot. */}
        <span aria-hidden="true">{whyNot}</span>
        {isOwn && (
          <>
            {' · '}
            <Link to={paths.me(locale, 'bookings')}>{t('booking_own_link')}</Link>
          </>
        )}
      </p>
      <Legend signs={signs} />
      <p className="hint">
        {t('booking_grid_hint')} <span className="for-keys">{t('booking_grid_hint_keys')}</span>
      </p>
      <ZoneNote zone={week.zone} />
      {chosen && (
        <div className="choice-bar">
          <span>
            {t(isWaited ? 'booking_choice_waits' : 'booking_choice', {
              day: shortDay(chosen.from, locale),
              from: clockTime(chosen.from),
              until: clockTime(chosen.until),
            })}
            {!isWaited && !moveWords && cost && <strong>{cost}</strong>}
          </span>
          {moveWords ? (
            <button type="submit" form={bookingFormId} className="button">
              {moveWords}
            </button>
          ) : (
            <button type="button" className="button" onClick={goToSubmit}>
              {t('booking_choice_next')}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

/**
 * The shown time: a day on a phone, otherwise the week. A component of its own, because the server does not know the
 * width.
 */
function ShownTime({ day, week }: { day: string; week: string }) {
  const locale = useLocale()
  return <>{useScreenWidth() < breakpoints.sm ? longDay(day, locale) : week}</>
}

/** Moves the focus to the submit button, beside the week or below it on a phone. */
function goToSubmit(): void {
  document.getElementById('booking-submit')?.focus()
}

const signs = ['free', 'taken', 'own', 'refused', 'chosen'] as const
