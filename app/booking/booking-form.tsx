import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { BookingQuote as Quote } from '../../contracts/booking.ts'
import type { OwnBooking, OwnWaitlistEntry, TrainingWays, WeekSlot, WeekView } from '../../contracts/live.ts'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { Link } from '../frame/link.tsx'
import { clockTime, longDay, money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, type Translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { nextFree } from '../ui/week-grid-model.ts'
import { BookingFields } from './booking-fields.tsx'
import { BookingPrice, costInWords, discountOf, type ShownPrice } from './booking-price.tsx'
import { BookingQuote, deadlineOf, type Waits } from './booking-quote.tsx'
import {
  blockedSlot,
  errorsOf,
  readWish,
  rowsBetween,
  type Wish,
  type WishErrors,
} from './booking-request.ts'
import { Refusal } from './booking-result.tsx'
import { BookingTerms } from './booking-terms.tsx'
import type { BookableEquipment } from './equipment-picker.tsx'
import { type MoveOrigin, moveQuery } from './move-origin.ts'
import { slotLabel } from './slot-words.ts'
import type { Missing } from './use-access.ts'
import { type Done, type Purpose, useRequest } from './use-request.ts'
import type { AskedTime } from './use-wish.ts'
import { isOwnTime } from './waitlist-slots.ts'

/** The element id, for a button elsewhere that submits the form. */
export const bookingFormId = 'booking-form'

/** What was done, with the cost and the deadline that were shown before the click. */
export interface Told {
  done: Done
  cost: Quote['cost']
  /** The member's discount in percent, 0 without one. */
  discount: number
  /** Deadline of free cancellation in words; empty when unknown. */
  deadline: string
}

export interface BookingFormProps {
  equipment: BookableEquipment
  day: string
  week: WeekView
  asked: AskedTime
  price: ShownPrice | null
  /** A chosen time that another member took meanwhile, with the next free time of its length. */
  lost: { from: string; next: { from: string; until: string } | null } | null
  /** The own booking to move; null makes a new one. */
  moves: OwnBooking | null
  /** Where its move began. */
  began: MoveOrigin
  /** What the member lacks for the equipment on that day, as the screen says. */
  missing: Missing
  /** Waitlist entries of the member; null or undefined when there is no waitlist. */
  entries: OwnWaitlistEntry[] | null | undefined
  /** Terms of service that the member has accepted on this screen. */
  acceptedTerms: string | null
  onAcceptTerms: (terms: string | null) => void
  onDone: (told: Told) => void
}

/**
 * Books, moves or joins the waitlist by native fields and one button, equal to the grid beside it. Without JavaScript it
 * shows the week it asks for.
 */
export function BookingForm(props: BookingFormProps) {
  const { equipment, day, week, asked, price, lost, moves, began, missing, entries } = props
  const { acceptedTerms, onAcceptTerms, onDone } = props
  const { wish, valid, quote, askedAt, edit } = asked
  const { status } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  const deadline = deadlineOf(quote, { zone: week.zone, now: new Date(askedAt) }, locale, t)
  const waits = valid && !moves && isTaken(quote) ? waitsFor(valid, week, entries) : 'no'
  const purpose: Purpose = moves ? 'move' : waits === 'possible' || waits === 'already' ? 'wait' : 'book'
  // A booking that moves was accepted when it was made.
  const terms = (!moves && equipment.terms) || null
  const checks = { lacksTerms: terms !== null && acceptedTerms !== terms }
  const summary = useSummaryFocus(valid !== null)
  const back = (asks: Wish) => addressOf(asks, moves && moveQuery(moves.id, began), locale)
  const { result, submit } = useRequest({
    moves,
    addressOf: back,
    // This function is of the render with the click: what it tells was shown then.
    onDone: (done) =>
      onDone({ done, cost: quote?.cost ?? null, discount: price ? discountOf(price) : 0, deadline }),
  })
  // Corrected errors and refusals of another time are not shown.
  const errors = result.kind === 'invalid' ? stillWrong(result.errors, wish, checks) : noErrors
  const isRefused = result.kind === 'failed' && JSON.stringify(result.intent.wish) === JSON.stringify(wish)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit(purpose, readWish(new FormData(event.currentTarget)), checks)
  }

  // What was done is shown in place of the form, once that is there.
  const isBusy = result.kind === 'busy' || result.kind === 'done'
  // The week knows it before the quote does; afterwards that says how it could be had.
  const blocked = valid && !quote ? blockedSlot(week, valid) : null
  const isLacking = !!blocked || (!!quote?.refusals.length && waits === 'no')
  const way = wayTo(missing, equipment.training, locale, t)
  // The plan shows what is free: nothing asks for a time that could not be booked.
  if (way && !wish && !lost)
    return (
      <Link id="booking-submit" className="button look" to={way.href}>
        {way.label}
      </Link>
    )
  return (
    <form id={bookingFormId} className="booking-form" method="get" noValidate onSubmit={onSubmit}>
      <h2>{t(moves ? 'booking_move_form_title' : 'booking_form_title')}</h2>
      {lost && (
        <p className="notice" role="alert">
          {t('booking_lost', { day: longDay(lost.from, locale), time: clockTime(lost.from) })}{' '}
          {lost.next && <NextFree next={lost.next} to={back(wishOf(equipment.id, lost.next))} />}
        </p>
      )}
      <p className="summary" aria-live="polite" tabIndex={-1} ref={summary}>
        {valid ? summaryOf(valid, equipment.name, locale, t) : t('booking_form_choose')}
      </p>
      {result.kind === 'invalid' && errors !== noErrors && (
        <ErrorSummary title={t('form_error_title')} about={result.errors}>
          <ErrorLinks form="booking" errors={errors} />
        </ErrorSummary>
      )}
      {result.kind === 'signedOut' && (
        <p className="notice error" role="alert">
          {t('site_sign_in_failed')}
        </p>
      )}
      {isRefused && (
        <Refusal
          error={result.error}
          returnTo={valid ? back(valid) : paths.booking(locale)}
          training={equipment.training}
        />
      )}
      <BookingFields {...{ day, week, wish, errors }} equipmentId={equipment.id} onEdit={edit} />
      <div aria-live="polite">
        {valid && blocked && <NotFree slot={blocked} wish={valid} week={week} addressOf={back} />}
        <BookingPrice shown={price} quote={quote} equipment={equipment} isAsking={asked.isAsking} />
        <BookingQuote
          quote={quote}
          deadline={deadline}
          before={moves?.cost?.price ?? null}
          waits={waits}
          training={equipment.training}
          known={missing}
        />
      </div>
      {terms && (
        <BookingTerms
          terms={terms}
          isAccepted={acceptedTerms === terms}
          error={errors.terms && t(errors.terms)}
          onAccept={(isAccepted) => onAcceptTerms(isAccepted ? terms : null)}
        />
      )}
      {way ? (
        <Link id="booking-submit" className="button" to={way.href}>
          {way.label}
        </Link>
      ) : (
        <SubmitButton id="booking-submit" quiet={isLacking} isBusy={isBusy}>
          {isBusy
            ? t(busyWords[purpose])
            : status === 'anonymous'
              ? t('booking_sign_in_and_book')
              : orderWords(purpose, price, valid && equipment, locale, t)}
        </SubmitButton>
      )}
      <noscript>
        <button type="submit" className="button">
          {t('booking_form_show')}
        </button>
        <p className="notice">{t('booking_needs_script')}</p>
      </noscript>
    </form>
  )
}

/**
 * Returns where somebody gets what they lack, the package first, and its words; null where there is no way. It stands in
 * place of the order.
 */
function wayTo(
  missing: Missing,
  training: TrainingWays | null,
  locale: Locale,
  t: Translate,
): { href: string; label: string } | null {
  if (missing.includes('noPackage'))
    return { href: paths.me(locale, 'packages'), label: t('booking_quote_package') }
  return missing.includes('noPermission') && training ? training.steps[0] : null
}

interface NotFreeProps {
  /** The first slot of the wished time that is not free. */
  slot: WeekSlot
  wish: Wish
  week: WeekView
  addressOf: (wish: Wish) => string
}

/** Says at once what is in the way of the wished time, with the next free time of its length. */
function NotFree({ slot, wish, week, addressOf: to }: NotFreeProps) {
  const locale = useLocale()
  const t = useTranslate()
  const next = nextFree(week, wish.fromDateTime, rowsBetween(wish, week.slotMinutes))
  return (
    <p className="notice">
      {slotLabel({ ...slot, ...slot.span }, false, locale, t)}.{' '}
      {next && <NextFree next={next} to={to(wishOf(wish.equipmentId, next))} />}
    </p>
  )
}

function NextFree({ next: { from, until }, to }: { next: { from: string; until: string }; to: string }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link to={to} preventScrollReset>
      {t('booking_lost_next', {
        day: longDay(from, locale),
        from: clockTime(from),
        until: clockTime(until),
      })}
    </Link>
  )
}

/**
 * Focuses the summary when the page opens with a chosen time, after sign-in or another language: what is chosen and the
 * button are next. Not when somebody was quicker.
 */
function useSummaryFocus(isChosen: boolean): RefObject<HTMLParagraphElement | null> {
  const summary = useRef<HTMLParagraphElement>(null)
  const [isOpening] = useState(isChosen)
  useEffect(() => {
    if (isOpening && document.activeElement === document.body) summary.current?.focus()
  }, [isOpening])
  return summary
}

/** What the button does and costs; an order with a price says that it binds to pay (§ 312j BGB). */
function orderWords(
  purpose: Purpose,
  price: ShownPrice | null,
  equipment: BookableEquipment | null,
  locale: Locale,
  t: Translate,
): string {
  if (purpose === 'wait') return t('booking_wait_submit')
  if (purpose === 'move')
    return t('booking_move_submit', { cost: price ? ` · ${costInWords(price, locale, t)}` : '' })
  if (!equipment || Number(price?.price ?? equipment.pricePerBooking) === 0) return t('booking_submit')
  return price ? t('booking_submit_price', { price: money(price.price, locale) }) : t('booking_submit_paid')
}

/** One object, so that the fields render only when an error changes. */
const noErrors: WishErrors = {}

function stillWrong(errors: WishErrors, wish: Wish | null, checks: { lacksTerms: boolean }): WishErrors {
  if (!wish) return errors
  const now = Object.entries(errorsOf(wish, checks)).filter(([name]) => name in errors)
  return now.length > 0 ? Object.fromEntries(now) : noErrors
}

const busyWords: Record<Purpose, MessageKey> = {
  book: 'booking_submit_busy',
  move: 'booking_submit_move_busy',
  wait: 'booking_submit_wait_busy',
}

function wishOf(equipmentId: number, { from, until }: { from: string; until: string }): Wish {
  return { equipmentId, fromDateTime: from, untilDateTime: until }
}

/** Whether the only refusal is that the time is taken. */
function isTaken(quote: Quote | undefined): boolean {
  return !!quote?.refusals.length && quote.refusals.every(({ code }) => code === 'overlap')
}

/** Whether the member can join the waitlist for a taken time. */
function waitsFor(wish: Wish, week: WeekView, entries: OwnWaitlistEntry[] | null | undefined): Waits {
  const isWaited = entries?.some(
    ({ resource, fromDateTime, untilDateTime }) =>
      resource.id === wish.equipmentId &&
      fromDateTime === wish.fromDateTime &&
      untilDateTime === wish.untilDateTime,
  )
  if (isWaited) return 'already'
  if (isOwnTime(week, wish)) return 'own'
  return entries ? 'possible' : 'no'
}

/** Address to return to after sign-in, with the same time chosen and the same booking to move. */
function addressOf(
  { equipmentId, fromDateTime, untilDateTime }: Wish,
  move: ReturnType<typeof moveQuery> | null,
  locale: Locale,
): string {
  const day = fromDateTime.slice(0, 10)
  const time = { day, from: fromDateTime, until: untilDateTime }
  return paths.bookingAt(locale, { machine: equipmentId, ...time, ...move })
}

function summaryOf({ fromDateTime, untilDateTime }: Wish, name: string, locale: Locale, t: Translate) {
  return t('booking_form_summary', {
    machine: name,
    day: longDay(fromDateTime, locale),
    from: clockTime(fromDateTime),
    until: clockTime(untilDateTime),
  })
}
