import { useRef, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import { handOverDays, type Team, type TeamChange } from '../../contracts/team.ts'
import { toDecimal } from '../../rules/money.ts'
import { inCredits } from '../live/credits.ts'
import { useLocale } from '../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../i18n/messages.ts'
import { WriteFailed } from '../live/loaded.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { dayText } from './credit-entry.ts'
import { seatsOf } from './team-facts.ts'
import type { TeamSaving } from './use-team.ts'

type Person = Team['people'][number]

/** What is asked before it is done. */
type Question = 'leave' | 'endSeat' | 'handOver'

interface TeamPeopleProps {
  team: Team
  saving: TeamSaving
}

/** The people of a team with their roles, and what the member may do about each. */
export function TeamPeople({ team, saving }: TeamPeopleProps) {
  const t = useTranslate()
  const [asks, setAsks] = useState<{ about: Question; person: Person } | null>(null)
  const owner = team.people.find(({ role }) => role === 'owner')
  const isFull = seatsOf(team).taken >= team.seats
  return (
    <section aria-labelledby="team-people">
      <h2 id="team-people">{t('me_team_people')}</h2>
      <ul className="me-list">
        {team.people.map((person) => (
          <PersonRow
            key={person.seat ?? 'owner'}
            person={person}
            role={team.role}
            saving={saving}
            onAsk={(about) => {
              saving.reset()
              setAsks({ about, person })
            }}
          />
        ))}
      </ul>
      {owner?.isSelf && owner.seat === null && !isFull && (
        <button
          type="button"
          className="button quiet"
          aria-disabled={saving.isPending}
          onClick={() => !saving.isPending && saving.mutate({ kind: 'takeSeat' })}
        >
          {t('me_team_take_seat')}
        </button>
      )}
      {asks && <Confirm {...asks} team={team.name} saving={saving} onClose={() => setAsks(null)} />}
    </section>
  )
}

interface PersonRowProps {
  person: Person
  /** Of the member who looks. */
  role: Team['role']
  saving: TeamSaving
  onAsk: (about: Question) => void
}

function PersonRow({ person, role, saving, onAsk }: PersonRowProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { seat, name, since, usedCents, isSelf } = person
  const isOther = role === 'owner' && !isSelf && seat !== null
  const next = person.role === 'manager' ? 'member' : 'manager'
  const hasActions = isOther || person.canBeEnded || (isSelf && seat !== null)
  return (
    <li>
      <div>
        <h3>{isSelf ? t('me_team_self', { name }) : name}</h3>
        <p>
          {t(`me_team_role_${person.role}`)}
          {since ? ` · ${t('me_team_since', { day: dayText(since, locale) })}` : ` · ${t('me_team_no_seat')}`}
        </p>
        {usedCents !== null && (
          <p className="hint">{t('me_team_used', { credits: inCredits(toDecimal(usedCents), locale, t) })}</p>
        )}
      </div>
      {hasActions && (
        <details className="me-more">
          <summary aria-label={t('me_team_change_person', { name })}>{t('me_team_change')}</summary>
          <div className="me-actions">
            {isOther && seat !== null && (
              <button
                type="button"
                className="button quiet"
                aria-disabled={saving.isPending}
                onClick={() => !saving.isPending && saving.mutate({ kind: 'setRole', seat, role: next })}
              >
                {t(next === 'manager' ? 'me_team_make_manager' : 'me_team_make_member')}
              </button>
            )}
            {isOther && (
              <button type="button" className="button quiet" onClick={() => onAsk('handOver')}>
                {t('me_team_hand_over')}
              </button>
            )}
            {person.canBeEnded && (
              <button type="button" className="button quiet" onClick={() => onAsk('endSeat')}>
                {t('me_team_end_seat')}
              </button>
            )}
            {isSelf && (
              <button type="button" className="button quiet" onClick={() => onAsk('leave')}>
                {t('me_team_leave')}
              </button>
            )}
          </div>
        </details>
      )}
    </li>
  )
}

interface ConfirmProps {
  about: Question
  person: Person
  /** Name of the team. */
  team: string
  saving: TeamSaving
  onClose: () => void
}

function Confirm({ about, person, team, saving, onClose }: ConfirmProps) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  const known = { name: person.name, team, days: handOverDays }
  const text = (part: 'title' | 'text' | 'yes'): MessageKey => `me_team_${snake[about]}_${part}`
  return (
    <ConfirmDialog
      dialog={dialog}
      title={t(text('title'), known)}
      yes={t(text('yes'))}
      keep={t('me_team_keep')}
      pending={saving.isPending}
      failure={
        saving.error && <WriteFailed title={t('me_team_save_failed')} text={errorMessage(saving.error)} />
      }
      onConfirm={() => saving.mutate(changeOf(about, person), { onSuccess: () => dialog.current?.close() })}
      onClose={onClose}
    >
      <p>{t(text('text'), known)}</p>
    </ConfirmDialog>
  )
}

const snake = { leave: 'leave', endSeat: 'end_seat', handOver: 'hand_over' } as const

function changeOf(about: Question, { seat }: Person): TeamChange {
  return about === 'leave' ? { kind: 'leave' } : { kind: about, seat: seat ?? 0 }
}
