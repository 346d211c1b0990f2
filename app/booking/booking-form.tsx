import { type FormEvent, useState } from 'react'
import type { BookingQuote as Quote } from '../../contracts/booking.ts'
import type { OwnBooking, OwnWaitlistEntry, WeekView } from '../../contracts/live.ts'
import { ErrorLinks, ErrorSummary } from '../forms/error-summary.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { clockTime, longDay } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type MessageKey, type Translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { BookingConfirmation, Refusal } from './booking-result.tsx'
import { BookingFields } from './booking-fields.tsx'
import { BookingTerms } from './booking-terms.tsx'
import { BookingQuote, deadlineOf, useQuote, type Waits } from './booking-quote.tsx'
import type { BookableEquipment } from './equipment-picker.tsx'
import { type Purpose, useRequest } from './use-request.ts'
import { isOwnTime } from './waitlist-slots.ts'
import { errorsOf, readWish, type Wish, type WishErrors } from './booking-request.ts'

interface BookingFormProps {
  equipment: BookableEquipment[]
  equipmentId: number
  day: string
  week: WeekView
  /** Chosen in the grid; form and grid show the same time. */
  chosen: { from: string; until: string } | null
  /** The own booking to move; null makes a new one. */
  moves: OwnBooking | null
  /** Waitlist entries of the member; null or undefined when there is no waitlist. */
  entries: OwnWaitlistEntry[] | null | undefined
  onDone: () => void
}

/**
 * Books, moves or joins the waitlist by native fields and one button, equal to the grid beside it. Without JavaScript
 * it shows the week it asks for.
 */
export function BookingForm(props: BookingFormProps) {
  const { equipment, equipmentId, day, week, chosen, moves, entries, onDone } = props
  const { status } = useSession()
  const locale = useLocale()
  const t = useTranslate()
  const picked = chosen ? `${chosen.from} ${chosen.until}` : ''
  // Values of the fields after an edit, until the grid chooses again.
  const [edited, setEdited] = useState<{ picked: string; wish: Wish } | null>(null)
  const inGrid = chosen && { equipmentId, fromDateTime: chosen.from, untilDateTime: chosen.until }
  const wish = edited?.picked === picked ? edited.wish : inGrid
  const valid = wish && Object.keys(errorsOf(wish)).length === 0 ? wish : null
  const named = (id: number) => equipment.find((each) => each.id === id)
  const { quote, askedAt } = useQuote(valid, moves?.id)
  const deadline = deadlineOf(quote, { zone: week.zone, now: new Date(askedAt) }, locale, t)
  // The deadline shown before the click stays beside the result.
  const [toldDeadline, setToldDeadline] = useState('')
  const waits = valid && !moves && isTaken(quote) ? waitsFor(valid, week, entries) : 'no'
  const purpose: Purpose = moves ? 'move' : waits === 'possible' || waits === 'already' ? 'wait' : 'book'
  // A booking that moves was accepted when it was made.
  const terms = (!moves && named(wish?.equipmentId ?? equipmentId)?.terms) || null
  const [acceptedTerms, setAcceptedTerms] = useState<string | null>(null)
  const checks = { lacksTerms: terms !== null && acceptedTerms !== terms }
  const { result, submit } = useRequest({
    moves,
    addressOf: (asked) => addressOf(asked, locale),
    onDone: () => {
      setEdited(null)
      onDone()
    },
  })
  // Corrected errors and refusals of another time are not shown.
  const errors = result.kind === 'invalid' ? stillWrong(result.errors, wish, checks) : noErrors
  const isRefused = result.kind === 'failed' && JSON.stringify(result.intent.wish) === JSON.stringify(wish)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setToldDeadline(deadline)
    void submit(purpose, readWish(new FormData(event.currentTarget)), checks)
  }

  return (
    <form
      className="booking-form"
      method="get"
      noValidate
      onSubmit={onSubmit}
      onChange={(event) => setEdited({ picked, wish: readWish(new FormData(event.currentTarget)) })}
    >
      <h2>{t(moves ? 'booking_move_form_title' : 'booking_form_title')}</h2>
      <p className="summary" aria-live="polite">
        {valid ? summaryOf(valid, named(valid.equipmentId)?.name ?? '', locale, t) : t('booking_form_choose')}
      </p>
      {result.kind === 'invalid' && errors !== noErrors && (
        <ErrorSummary title={t('form_error_title')} about={result}>
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
          returnTo={valid ? addressOf(valid, locale) : paths.booking(locale)}
          training={named(wish?.equipmentId ?? equipmentId)?.training}
        />
      )}
      <BookingFields
        key={picked}
        equipment={equipment}
        equipmentId={equipmentId}
        isFixed={moves !== null}
        day={day}
        week={week}
        chosen={chosen}
        errors={errors}
      />
      <BookingQuote
        quote={quote}
        deadline={deadline}
        before={moves?.cost?.price ?? null}
        waits={waits}
        training={named(wish?.equipmentId ?? equipmentId)?.training}
        price={t('booking_form_price', { price: named(wish?.equipmentId ?? equipmentId)?.price ?? '' })}
      />
      {terms && (
        <BookingTerms
          terms={terms}
          isAccepted={acceptedTerms === terms}
          error={errors.terms && t(errors.terms)}
          onAccept={(isAccepted) => setAcceptedTerms(isAccepted ? terms : null)}
        />
      )}
      <SubmitButton id="booking-submit" isBusy={result.kind === 'busy'}>
        {t(
          status === 'anonymous'
            ? 'booking_sign_in_and_book'
            : buttons[purpose][result.kind === 'busy' ? 'busy' : 'idle'],
        )}
      </SubmitButton>
      <noscript>
        <button type="submit" className="button">
          {t('booking_form_show')}
        </button>
        <p className="notice">{t('booking_needs_script')}</p>
      </noscript>
      <BookingConfirmation
        done={result.kind === 'done' ? result.answer : null}
        deadline={toldDeadline}
        equipmentName={(id) => named(id)?.name ?? ''}
      />
    </form>
  )
}

/** One object, so that the fields render only when an error changes. */
const noErrors: WishErrors = {}

function stillWrong(errors: WishErrors, wish: Wish | null, checks: { lacksTerms: boolean }): WishErrors {
  if (!wish) return errors
  const now = Object.entries(errorsOf(wish, checks)).filter(([name]) => name in errors)
  return now.length > 0 ? Object.fromEntries(now) : noErrors
}

const buttons: Record<Purpose, { idle: MessageKey; busy: MessageKey }> = {
  book: { idle: 'booking_submit', busy: 'booking_submit_busy' },
  move: { idle: 'booking_move_submit', busy: 'booking_submit_move_busy' },
  wait: { idle: 'booking_wait_submit', busy: 'booking_submit_wait_busy' },
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

/** Address to return to after sign-in, with the same time chosen. */
function addressOf({ equipmentId, fromDateTime, untilDateTime }: Wish, locale: Locale): string {
  const day = fromDateTime.slice(0, 10)
  return paths.bookingAt(locale, { machine: equipmentId, day, from: fromDateTime, until: untilDateTime })
}

function summaryOf({ fromDateTime, untilDateTime }: Wish, name: string, locale: Locale, t: Translate) {
  return t('booking_form_summary', {
    machine: name,
    day: longDay(fromDateTime, locale),
    from: clockTime(fromDateTime),
    until: clockTime(untilDateTime),
  })
}
