import type { Team } from '../../contracts/team.ts'
import type { Translate } from '../i18n/messages.ts'

/** Returns how many seats of a team have a person, and how many are held for one; of the latter only those who invite learn. */
export function seatsOf({ people, invitations }: Pick<Team, 'people' | 'invitations'>) {
  return {
    taken: people.filter(({ seat }) => seat !== null).length,
    invited: invitations.filter(({ isOver }) => !isOver).length,
  }
}

/** Adds to a text about seats how many are held for invitations: "2 vergeben, 1 eingeladen". */
export function withInvited(text: string, invited: number, t: Translate): string {
  return invited > 0 ? `${text}, ${t('me_team_seats_invited', { count: invited })}` : text
}

/** Returns the name of the person who owns a team. */
export function ownerOf({ people }: Pick<Team, 'people'>): string | undefined {
  return people.find(({ role }) => role === 'owner')?.name
}
