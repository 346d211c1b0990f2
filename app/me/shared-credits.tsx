import type { Team } from '../../contracts/team.ts'
import { toDecimal } from '../../rules/money.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { inCredits } from '../live/credits.ts'
import { dayText, scopeName, signedMoney } from './credit-entry.ts'

/** Shows what is left of the shared credits, or says that each seat has its own. */
export function SharedCredits({ credits }: Pick<Team, 'credits'>) {
  const t = useTranslate()
  if (!credits) return <p className="hint">{t('me_team_credits_per_seat')}</p>
  return (
    <dl className="me-balance">
      <SharedBalance credits={credits} />
    </dl>
  )
}

/** A cell of the balance: what is left of a team's credits. */
export function SharedBalance({ credits }: { credits: NonNullable<Team['credits']> }) {
  const t = useTranslate()
  const locale = useLocale()
  const { remainingCents, amountCents, untilDate } = credits
  const remaining = toDecimal(remainingCents)
  return (
    <div>
      <dt>
        {t('me_team_credits')} · {scopeName('booking', t)}
      </dt>
      <dd>
        <b>{inCredits(remaining, locale, t)}</b>
        <span>{t('me_credits_worth', { money: signedMoney(remaining, locale) })}</span>
        <span className="hint">
          {t('me_team_credits_of', { credits: inCredits(toDecimal(amountCents), locale, t) })}{' '}
          {untilDate && `${t('me_team_credits_until', { day: dayText(untilDate, locale) })} `}
          {t('me_team_credits_beyond')}
        </span>
      </dd>
    </div>
  )
}
