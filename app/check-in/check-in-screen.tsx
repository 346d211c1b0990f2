import { type RefObject, useRef } from 'react'
import { useRevalidator } from 'react-router'
import { type Booking, idOf } from '../../contracts/booking.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { SessionNotice } from '../session/require-member.tsx'
import { useSession } from '../session/session.ts'
import { Link } from '../frame/link.tsx'
import { CheckInMark } from './check-in-mark.tsx'
import type { Desk } from './load-desk.server.ts'
import { NotCheckedIn } from './not-checked-in.tsx'
import { useCheckIn } from './use-check-in.ts'

/** Checks a member in at once and shows the result. */
export function CheckInScreen({ desk, secret }: { desk: Desk; secret: string }) {
  const { member } = useSession()
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <>
      <DeskTitle name={desk.equipment.name} heading={heading} />
      {member ? (
        <Arrival key={secret} desk={desk} secret={secret} member={member.id} heading={heading} />
      ) : (
        <SessionNotice />
      )}
    </>
  )
}

type Heading = RefObject<HTMLHeadingElement | null>

export function DeskTitle({ name, heading }: { name: string; heading?: Heading }) {
  const t = useTranslate()
  return (
    <h1 ref={heading} tabIndex={-1}>
      {name ? t('check_in_title_machine', { machine: name }) : t('check_in_title')}
    </h1>
  )
}

interface ArrivalProps {
  desk: Desk
  secret: string
  member: number
  heading: Heading
}

function Arrival({ desk, secret, member, heading }: ArrivalProps) {
  const t = useTranslate()
  const { revalidate } = useRevalidator()
  const { state, retry } = useCheckIn(desk.equipment.id, member, secret)
  const again = () => {
    // The button disappears with the failure, so the heading takes the focus.
    heading.current?.focus()
    void revalidate()
    retry()
  }
  return (
    <>
      <div role="status">
        {state.kind === 'done' && <Arrived booking={state.answer} desk={desk} />}
        {(state.kind === 'idle' || state.kind === 'busy') && <p>{t('check_in_busy')}</p>}
      </div>
      <div role="alert">
        {state.kind === 'failed' && <NotCheckedIn error={state.error} desk={desk} onRetry={again} />}
      </div>
    </>
  )
}

function Arrived({ booking, desk }: { booking: Booking; desk: Desk }) {
  const locale = useLocale()
  const t = useTranslate()
  const { fromDateTime, untilDateTime } = booking
  const name =
    desk.equipment.name ||
    (typeof booking.resource === 'object' ? booking.resource.name : String(idOf(booking.resource)))
  const sameDay = untilDateTime.slice(0, 10) === desk.wallClock.slice(0, 10)
  const until = clockTime(untilDateTime)
  return (
    <>
      <CheckInMark />
      <p className="check-in-done">
        {t(sameDay ? 'check_in_done' : 'check_in_done_day', {
          machine: name,
          until,
          day: longDay(untilDateTime, locale),
        })}
      </p>
      {fromDateTime > desk.wallClock && <p>{t('check_in_early', { from: clockTime(fromDateTime) })}</p>}
      <div className="check-in-steps">
        <Link className="button" to={paths.me(locale, 'bookings')}>
          {t('check_in_bookings')}
        </Link>
      </div>
    </>
  )
}
