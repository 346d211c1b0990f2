import { useEffect, useRef } from 'react'
import { type Booking, idOf } from '../../contracts/booking.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import { CalendarButton } from './calendar-button.tsx'

interface BookingConfirmationProps {
  booked: Booking | null
  machineName: (id: number) => string
}

/** Says what was booked and takes the focus to where it can be seen; the place for it is there before. */
export function BookingConfirmation({ booked, machineName }: BookingConfirmationProps) {
  const locale = useLocale()
  const t = useTranslate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (booked) link.current?.focus()
  }, [booked])
  return (
    <div role="status" className={booked ? 'notice success' : undefined}>
      {booked && (
        <>
          <p>
            {t('booking_done', {
              machine: machineName(idOf(booked.resource)),
              day: longDay(booked.fromDateTime, locale),
              from: clockTime(booked.fromDateTime),
              until: clockTime(booked.untilDateTime),
            })}
          </p>
          <div className="booking-next">
            <Link ref={link} to={paths.me(locale, 'bookings')}>
              {t('booking_done_link')}
            </Link>
            <CalendarButton booking={booked.id} />
          </div>
        </>
      )}
    </div>
  )
}
