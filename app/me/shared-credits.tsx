import type { Team } from '../../contracts/team.ts'
import { toDecimal } from '../../rules/money.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { inCredits } from '../live/credits.ts'
import { dayText } from './credit-entry.ts'

/** Shows what is left of the shared credits, or says that each seat has its own. */
export function SharedCredits({ credits }: Pick<Team, 'credits'>) {
  const t = useTranslate()
  const locale = useLocale()
  if (!credits) return <p className="hint">{t('me_team_credits_per_seat')}</p>
  const count = (cents: number) => inCredits(toDecimal(cents), locale, t)
  return (
    <dl className="me-balance">
      <div>
        <dt>{t('me_team_credits')}</dt>
        <dd>
          <b>{count(credits.remainingCents)}</b>
          <span>{t('me_team_credits_of', { credits: count(credits.amountCents) })}</span>
          <span className="hint">
            {credits.untilDate &&
              `${t('me_team_credits_until', { day: dayText(credits.untilDate, locale) })} `}
            {t('me_team_credits_beyond')}
          </span>
        </dd>
      </div>
    </dl>
  )
}
