import type { FormEvent } from 'react'
import { useState } from 'react'
import { invitationDays, type Team } from '../../contracts/team.ts'
import { Field } from '../forms/field.tsx'
import { SubmitButton } from '../forms/submit-button.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { dayText } from './credit-entry.ts'
import { seatsOf } from './team-facts.ts'
import type { TeamSaving } from './use-team.ts'

interface TeamInvitationsProps {
  team: Team
  saving: TeamSaving
}

/** Invites people by mail, and shows who has not answered yet. */
export function TeamInvitations({ team, saving }: TeamInvitationsProps) {
  const t = useTranslate()
  const { taken, invited } = seatsOf(team)
  const free = Math.max(team.seats - taken - invited, 0)
  return (
    <section aria-labelledby="team-invitations">
      <h2 id="team-invitations">{t('me_team_invitations')}</h2>
      {free > 0 ? <InviteForm saving={saving} /> : <p>{t('me_team_full')}</p>}
      {team.invitations.length > 0 && (
        <ul className="me-list">
          {team.invitations.map((each) => (
            <InvitationRow key={each.id} invitation={each} saving={saving} />
          ))}
        </ul>
      )}
    </section>
  )
}

function InviteForm({ saving }: { saving: TeamSaving }) {
  const t = useTranslate()
  const [error, setError] = useState<string>()
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const input = form.elements.namedItem('email') as HTMLInputElement
    const email = input.value.trim()
    const isWrong = email === '' || !input.validity.valid
    setError(isWrong ? t('register_email_wrong') : undefined)
    if (isWrong) input.focus()
    else if (!saving.isPending) saving.mutate({ kind: 'invite', email }, { onSuccess: () => form.reset() })
  }
  return (
    <form className="invite-form" noValidate onSubmit={onSubmit}>
      <Field
        form="invite"
        name="email"
        label={t('me_team_invite_email')}
        help={t('me_team_invite_help', { days: invitationDays })}
        error={error}
      >
        {(control) => (
          <input {...control} type="email" required inputMode="email" autoComplete="off" maxLength={254} />
        )}
      </Field>
      <SubmitButton isBusy={saving.isPending}>{t('me_team_invite')}</SubmitButton>
    </form>
  )
}

function InvitationRow({
  invitation,
  saving,
}: {
  invitation: Team['invitations'][number]
  saving: TeamSaving
}) {
  const t = useTranslate()
  const locale = useLocale()
  const { id, email, expiresOn, isOver } = invitation
  const act = (kind: 'resend' | 'revoke') => !saving.isPending && saving.mutate({ kind, invitation: id })
  return (
    <li>
      <div>
        <h3>{email}</h3>
        <p>
          {t(isOver ? 'me_team_invited_over' : 'me_team_invited_until', { day: dayText(expiresOn, locale) })}
        </p>
      </div>
      <div className="me-actions">
        <button
          type="button"
          className="button quiet"
          aria-disabled={saving.isPending}
          aria-label={t('me_team_resend_label', { email })}
          onClick={() => act('resend')}
        >
          {t('me_team_resend')}
        </button>
        <button
          type="button"
          className="button quiet"
          aria-disabled={saving.isPending}
          aria-label={t('me_team_revoke_label', { email })}
          onClick={() => act('revoke')}
        >
          {t('me_team_revoke')}
        </button>
      </div>
    </li>
  )
}
