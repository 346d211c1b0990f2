import { useMutation } from '@tanstack/react-query'
import { askData } from '../live/ask-data.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { saveFile } from '../live/save-file.ts'

interface CalendarButtonProps {
  /** Its id. */
  booking: number
  /** Names the booking for screen readers. */
  what?: string
  className?: string
}

/** Downloads a booking as a calendar file. */
export function CalendarButton({ booking, what, className = '' }: CalendarButtonProps) {
  const locale = useLocale()
  const t = useTranslate()
  const { mutate, isPending, isError } = useMutation({ mutationFn: () => download(booking, locale) })
  return (
    <>
      <button
        type="button"
        className={`button quiet ${className}`.trimEnd()}
        aria-disabled={isPending}
        aria-label={what && t('booking_calendar_label', { what })}
        onClick={() => !isPending && mutate()}
      >
        {t('booking_calendar')}
      </button>
      {isError && <span role="alert">{t('booking_calendar_failed')}</span>}
    </>
  )
}

/** The file needs the member's token, which a plain link cannot send. */
async function download(booking: number, locale: Locale): Promise<void> {
  const response = await askData('/data/bookings/{id}.ics', { id: booking }, locale, 'member')
  saveFile(`booking-${booking}.ics`, await response.blob())
}
