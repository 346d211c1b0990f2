import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { MissingTicket } from './ticket.tsx'

/** Says that the member belongs to no team, and leads to the start of one. */
export function NoTeam() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      <MissingTicket />
      <p>{t('me_team_none')}</p>
      <Link className="button" to={paths.team(locale)}>
        {t('me_team_none_action')}
      </Link>
    </>
  )
}
