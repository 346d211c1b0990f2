import { useEffect, useRef } from 'react'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../frame/link.tsx'
import { CalendarButton } from './calendar-button.tsx'
import type { Done, Purpose } from './use-request.ts'

interface BookingConfirmationProps {
  done: Done | null
  /** Deadline of free cancellation in words; empty when unknown. */
  deadline: string
  equipmentName: (id: number) => string
}

/** Says what was done and moves the focus there. The live region exists before, so that it is announced. */
export function BookingConfirmation({ done, deadline, equipmentName }: BookingConfirmationProps) {
  const locale = useLocale()
  const t = useTranslate()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (done) link.current?.focus()
  }, [done])
  return (
    <div role="status" className={done ? 'notice success' : undefined}>
      {done && (
        <>
          <p>
            {t(words[done.purpose], {
              machine: equipmentName(done.equipmentId),
              day: longDay(done.fromDateTime, locale),
              from: clockTime(done.fromDateTime),
              until: clockTime(done.untilDateTime),
            })}
          </p>
          {deadline && done.booking !== null && <p>{deadline}</p>}
          <div className="booking-next">
            <Link ref={link} to={paths.me(locale, 'bookings')}>
              {t('booking_done_link')}
            </Link>
            {done.booking !== null && <CalendarButton booking={done.booking} />}
          </div>
        </>
      )}
    </div>
  )
}

const words: Record<Purpose, MessageKey> = {
  book: 'booking_done',
  move: 'booking_moved',
  wait: 'booking_waiting',
}
