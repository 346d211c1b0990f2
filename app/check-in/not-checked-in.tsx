import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import { errorMessage } from '../../clients/store-error.ts'
import { checkInEarlyMinutes } from '../../contracts/calendar.ts'
import type { OwnBooking } from '../../contracts/live.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import type { loader as rootLoader } from '../root.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import { Link } from '../frame/link.tsx'
import type { Desk } from './load-desk.server.ts'
import { failureOf } from './outcome.ts'
import { checkInFrom, type Reason, whyNotNow } from './why-not-now.ts'

interface NotCheckedInProps {
  error: unknown
  desk: Desk
  onRetry: () => void
}

/** Says why the check-in failed, and offers the next step. */
export function NotCheckedIn({ error, desk, onRetry }: NotCheckedInProps) {
  const t = useTranslate()
  const failure = failureOf(error)
  const retry = (
    <button type="button" className={failure === 'noBooking' ? 'button quiet' : 'button'} onClick={onRetry}>
      {t('check_in_again')}
    </button>
  )
  if (failure === 'noBooking') return <NoBooking desk={desk} retry={retry} />
  if (failure === 'wrongCode') return <WrongCode equipmentId={desk.equipment.id} />
  if (failure === 'notSupported') return <Unneeded />
  const text = failure === 'refused' ? errorMessage(error) : t('check_in_away_text')
  return (
    <Failed title={t(`check_in_${failure}`)} text={text} contact={failure === 'away'}>
      {retry}
      {failure === 'refused' && <OwnBookings />}
    </Failed>
  )
}

/** The workshop system has no check-in: nothing is wrong. */
function Unneeded() {
  const t = useTranslate()
  return (
    <Failed isError={false} title={t('check_in_not_supported')} text={t('check_in_not_supported_text')}>
      <OwnBookings primary />
    </Failed>
  )
}

/** A code that is not valid; `equipmentId` is null for unknown equipment. */
export function WrongCode({ equipmentId, missing }: { equipmentId: number | null; missing?: boolean }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Failed
      title={t(missing ? 'check_in_missing' : 'check_in_wrong')}
      text={t(missing ? 'check_in_missing_text' : 'check_in_wrong_text')}
      contact={!missing}
    >
      <Link className="button" to={paths.booking(locale, equipmentId ?? undefined)}>
        {t(equipmentId === null ? 'me_bookings_book' : 'check_in_week')}
      </Link>
    </Failed>
  )
}

function NoBooking({ desk, retry }: { desk: Desk; retry: ReactNode }) {
  const { data, error } = useOwnBookings()
  const t = useTranslate()
  const { equipment, wallClock } = desk
  if (!data && !error) return <p>{t('check_in_busy')}</p>
  const reasons = whyNotNow(data?.data ?? [], equipment.id, wallClock)
  const [only] = reasons
  if (only?.kind === 'next' && reasons.length === 1)
    return <TooEarly booking={only.booking} desk={desk} retry={retry} />
  return (
    <Failed
      title={t('check_in_no_booking')}
      details={reasons.map((reason) => (
        <Why key={reason.kind} {...reason} />
      ))}
    >
      <BookNow desk={desk} />
      <OwnBookings />
      {retry}
    </Failed>
  )
}

/** The member has booked, and the time to check in has not come: nothing is wrong. */
function TooEarly({ booking, desk, retry }: { booking: OwnBooking; desk: Desk; retry: ReactNode }) {
  const locale = useLocale()
  const t = useTranslate()
  const from = checkInFrom(booking, checkInEarlyMinutes)
  const isToday = from.slice(0, 10) === desk.wallClock.slice(0, 10)
  return (
    <Failed
      isError={false}
      title={t(isToday ? 'check_in_from' : 'check_in_from_day', {
        time: clockTime(from),
        day: longDay(from, locale),
      })}
      text={t('check_in_why_next', {
        when: bookingTime(booking, locale, t),
        minutes: checkInEarlyMinutes,
      })}
    >
      <OwnBookings primary />
      {retry}
      {!isToday && <BookNow desk={desk} quiet />}
    </Failed>
  )
}

function BookNow({ desk, quiet = false }: { desk: Desk; quiet?: boolean }) {
  const locale = useLocale()
  const t = useTranslate()
  const { equipment, wallClock } = desk
  return (
    <Link
      className={quiet ? 'button quiet' : 'button'}
      to={paths.bookingAt(locale, { machine: equipment.id, day: wallClock.slice(0, 10) })}
    >
      {t('check_in_book')}
    </Link>
  )
}

function Why({ kind, booking }: Reason) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <p>
      {t(`check_in_why_${kind}`, {
        when: bookingTime(booking, locale, t),
        until: clockTime(booking.untilDateTime),
        minutes: checkInEarlyMinutes,
      })}
    </p>
  )
}

function OwnBookings({ primary = false }: { primary?: boolean }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link className={primary ? 'button' : 'button quiet'} to={paths.me(locale, 'bookings')}>
      {t('check_in_bookings')}
    </Link>
  )
}

interface FailedProps {
  title: string
  text?: string
  details?: ReactNode
  /** Shows phone and email of the space. */
  contact?: boolean
  isError?: boolean
  children: ReactNode
}

function Failed({ title, text, details, contact = false, isError = true, children }: FailedProps) {
  return (
    <div className={isError ? 'notice error check-in-failed' : 'notice check-in-failed'}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {details}
      {contact && <Contact />}
      <div className="check-in-steps">{children}</div>
    </div>
  )
}

function Contact() {
  const space = useRouteLoaderData<typeof rootLoader>('root')?.space
  const t = useTranslate()
  if (!space?.phone && !space?.email) return null
  return (
    <p className="check-in-contact">
      {t('check_in_contact')}{' '}
      {space.phone && <a href={`tel:${space.phone.replaceAll(' ', '')}`}>{space.phone}</a>}
      {space.email && <a href={`mailto:${space.email}`}>{space.email}</a>}
    </p>
  )
}
