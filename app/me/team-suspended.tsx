import type { Team } from '../../contracts/team.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { ownerOf } from './team-facts.ts'

/** Says why the team's package allows no booking, and who has the unpaid invoice. */
export function TeamSuspended({ team }: { team: Team }) {
  const locale = useLocale()
  const t = useTranslate()
  const owner = ownerOf(team)
  return (
    <div className="notice error" role="alert">
      <p>{t('me_team_suspended', { name: team.packageName[locale] })}</p>
      {team.role === 'owner' ? (
        <Link className="button" to={paths.me(locale, 'invoices')}>
          {t('me_contract_pay')}
        </Link>
      ) : (
        owner && <p>{t('me_team_suspended_owner', { name: owner })}</p>
      )}
    </div>
  )
}
