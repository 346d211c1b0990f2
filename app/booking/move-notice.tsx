import { useLocation } from 'react-router'
import type { OwnBooking } from '../../contracts/live.ts'
import { clockTime, longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import { SignInButton } from '../session/sign-in-button.tsx'
import { Link } from '../frame/link.tsx'

/** The state of the history entry that follows a move, for the screen that says so: the new times of the space. */
export interface MovedHere {
  moved: { machine: string; fromDateTime: string; untilDateTime: string }
}

interface MoveNoticeProps {
  /** The own booking to move; null until it is known. */
  moves: OwnBooking | null
  /** No booking of that id can be moved. */
  isGone: boolean
  equipmentName: string
  /** Address to which the move returns. */
  returnTo: string
}

/** Says which booking moves and its present time, with a link back. */
export function MoveNotice({ moves, isGone, equipmentName, returnTo }: MoveNoticeProps) {
  const { status } = useSession()
  const { pathname, search } = useLocation()
  const locale = useLocale()
  const t = useTranslate()
  return (
    <div
      className={isGone ? 'notice gone' : 'notice'}
      role="status"
      aria-busy={!moves && !isGone && status !== 'anonymous'}
    >
      {status === 'anonymous' ? (
        <>
          <p>{t('booking_move_sign_in')}</p>
          <SignInButton returnTo={pathname + search}>{t('site_sign_in')}</SignInButton>
        </>
      ) : (
        <>
          <p>
            {moves &&
              t('booking_move_now', {
                machine: equipmentName,
                day: longDay(moves.fromDateTime, locale),
                from: clockTime(moves.fromDateTime),
                until: clockTime(moves.untilDateTime),
              })}
            {isGone && t('booking_move_gone')}
          </p>
          {moves?.canOnlyExtend && <p>{t('booking_move_late')}</p>}
          <Link to={isGone ? paths.me(locale, 'bookings') : returnTo}>
            {t(isGone ? 'booking_done_link' : 'booking_move_keep')}
          </Link>
        </>
      )}
    </div>
  )
}
