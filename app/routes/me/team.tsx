import { errorMessage } from '../../../clients/store-error.ts'
import type { Team } from '../../../contracts/team.ts'
import { Link } from '../../frame/link.tsx'
import { useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { Loaded, WriteFailed } from '../../live/loaded.tsx'
import { NoTeam } from '../../me/no-team.tsx'
import { NextOwner } from '../../me/next-owner.tsx'
import { seatsOf, withInvited } from '../../me/team-facts.ts'
import { TeamInvitations } from '../../me/team-invitations.tsx'
import { TeamPeople } from '../../me/team-people.tsx'
import { SharedCredits } from '../../me/shared-credits.tsx'
import { TeamSuspended } from '../../me/team-suspended.tsx'
import { useTeam, useTeamChange } from '../../me/use-team.ts'
import * as paths from '../../paths.ts'
import '../../me/team.css'

export const meta = titled('me_team_title')

/** The member's team: people, invitations and shared credits (R5). */
export default function MyTeam() {
  const query = useTeam()
  const t = useTranslate()
  return (
    <section className="me-team">
      <h1>{t('me_team_title')}</h1>
      <Loaded query={query} failed={t('me_team_failed')}>
        {({ team }) => (team ? <TeamSheet team={team} /> : <NoTeam />)}
      </Loaded>
    </section>
  )
}

/** What was done, to be said once it is. */
const done: Record<string, MessageKey> = {
  invite: 'me_team_done_invite',
  resend: 'me_team_done_invite',
  revoke: 'me_team_done_revoke',
  endSeat: 'me_team_done_end_seat',
  leave: 'me_team_done_end_seat',
  takeSeat: 'me_team_done_take_seat',
  setRole: 'me_team_done_role',
  handOver: 'me_team_done_hand_over',
  takeOver: 'me_team_done_take_over',
  dropHandOver: 'me_team_done_drop_hand_over',
}

/** A team as the member may see it. */
export function TeamSheet({ team }: { team: Team }) {
  const saving = useTeamChange()
  const t = useTranslate()
  const locale = useLocale()
  const { taken, invited } = seatsOf(team)
  const said = saving.isSuccess ? done[saving.variables.kind] : undefined
  return (
    <>
      <p className="lead">
        <strong>{team.name}</strong>
        <span>{withInvited(t('me_team_seats', { taken, seats: team.seats }), invited, t)}</span>
      </p>
      {team.isSuspended && <TeamSuspended team={team} />}
      <SharedCredits credits={team.credits} />
      <p className="me-status" role="status">
        {said && t(said)}
      </p>
      <div role="alert">
        {saving.error && <WriteFailed title={t('me_team_save_failed')} text={errorMessage(saving.error)} />}
      </div>
      <NextOwner team={team} saving={saving} />
      <TeamPeople team={team} saving={saving} />
      {team.role !== 'member' && <TeamInvitations team={team} saving={saving} />}
      {team.role === 'owner' && (
        <section aria-labelledby="team-contract">
          <h2 id="team-contract">{t('me_packages_team_title')}</h2>
          <p>{t('me_team_contract_text')}</p>
          <Link className="button quiet" to={paths.me(locale, 'packagesTeam')}>
            {t('me_team_contract')}
          </Link>
        </section>
      )}
    </>
  )
}
