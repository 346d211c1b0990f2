import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { MovedHere } from '../booking/move-notice.tsx'
import { bookingTime } from '../i18n/booking-time.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'

/** Says once that a booking was moved before this screen was opened. @param onDone takes the sentence */
export function useMoved(onDone: (status: string) => void): void {
  const locale = useLocale()
  const t = useTranslate()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const moved = (state as Partial<MovedHere> | null)?.moved
  const say = useEffectEvent(({ machine, ...times }: MovedHere['moved']) =>
    onDone(t('me_bookings_moved', { machine, when: bookingTime(times, locale, t) })),
  )
  useEffect(() => {
    if (!moved) return
    say(moved)
    // A reload must not say it again.
    void navigate(pathname, { replace: true, preventScrollReset: true })
  }, [moved, navigate, pathname])
}
