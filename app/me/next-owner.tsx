import type { Team } from '../../contracts/team.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { dayText } from './credit-entry.ts'
import type { TeamSaving } from './use-team.ts'

/** Somebody is asked to own the team: that person answers, and the owner may take the question back. */
export function NextOwner({ team, saving }: { team: Team; saving: TeamSaving }) {
  const t = useTranslate()
  const locale = useLocale()
  if (!team.nextOwner) return null
  const { name, isSelf, until } = team.nextOwner
  const act = (kind: 'takeOver' | 'dropHandOver') => () => !saving.isPending && saving.mutate({ kind })
  const known = { name, team: team.name, day: dayText(until, locale) }
  return (
    <section aria-labelledby="team-next-owner">
      <h2 id="team-next-owner">{t(isSelf ? 'me_team_take_over_title' : 'me_team_hand_over')}</h2>
      <p>{t(isSelf ? 'me_team_take_over_text' : 'me_team_hand_over_asked', known)}</p>
      <div className="me-actions">
        {isSelf && (
          <button type="button" className="button" aria-disabled={saving.isPending} onClick={act('takeOver')}>
            {t('me_team_take_over')}
          </button>
        )}
        <button
          type="button"
          className="button quiet"
          aria-disabled={saving.isPending}
          onClick={act('dropHandOver')}
        >
          {t(isSelf ? 'me_team_take_over_drop' : 'me_team_hand_over_drop')}
        </button>
      </div>
    </section>
  )
}
