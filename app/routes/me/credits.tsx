import { useQuery } from '@tanstack/react-query'
import type { Credit } from '../../../contracts/credit.ts'
import { centsPerCredit } from '../../../rules/credits.ts'
import { toDecimal } from '../../../rules/money.ts'
import { money } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { Link } from '../../frame/link.tsx'
import { creditNumber, inCredits } from '../../live/credits.ts'
import { balances, dayText, entryTitle, scopeName, scopeText, signedMoney } from '../../me/credit-entry.ts'
import { BuyCredits } from '../../me/buy-credits.tsx'
import { CreditUses, RecentUsage } from '../../me/credit-uses.tsx'
import { SharedBalance, SharedCredits } from '../../me/shared-credits.tsx'
import { Loaded } from '../../live/loaded.tsx'
import { useBackend } from '../../me/use-backend.ts'
import { useTeam } from '../../me/use-team.ts'

export const meta = titled('me_credits_title')

/** Balance, entries and recent usage of credits (R4). */
export default function Credits() {
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['credits', memberId],
    queryFn: async () => (await backend()).credits(memberId),
  })
  const t = useTranslate()
  return (
    <section className="me-credits">
      <h1>{t('me_credits_title')}</h1>
      <Loaded query={query} failed={t('me_credits_failed')}>
        {(credits) => (
          <>
            <Balance credits={credits} />
            <Entries credits={credits} />
          </>
        )}
      </Loaded>
      <BuyCredits />
      <RecentUsage />
    </section>
  )
}

/** What is left of each kind of credits. */
export function Balance({ credits }: { credits: Credit[] }) {
  const { data } = useTeam()
  const locale = useLocale()
  const t = useTranslate()
  const shared = data?.team?.credits
  const unit = money(toDecimal(centsPerCredit), locale)
  return (
    <section aria-labelledby="credits-balance">
      <h2 id="credits-balance">{t('me_credits_balance')}</h2>
      {credits.length > 0 || shared ? (
        <>
          <dl className="me-balance">
            {shared && <SharedBalance credits={shared} />}
            {balances(credits).map(({ scope, remaining }) => (
              <div key={scope}>
                <dt>{shared ? t('me_credits_own', { scope: scopeName(scope, t) }) : scopeName(scope, t)}</dt>
                <dd>
                  <b>{inCredits(remaining, locale, t)}</b>
                  <span>{t('me_credits_worth', { money: signedMoney(remaining, locale) })}</span>
                  <span className="hint">{scopeText(scope, t)}</span>
                </dd>
              </div>
            ))}
          </dl>
          <p className="hint">{t(shared ? 'me_credits_unit_shared' : 'me_credits_unit', { money: unit })}</p>
          {shared && <TeamLink />}
        </>
      ) : (
        <NoCredits />
      )}
    </section>
  )
}

/** Each seat has its own where none are shared; others become members. */
function NoCredits() {
  const { data, isFetched } = useTeam()
  const locale = useLocale()
  const t = useTranslate()
  if (!isFetched) return null
  if (data?.team)
    return (
      <>
        <SharedCredits credits={null} />
        <TeamLink />
      </>
    )
  return (
    <>
      <p>{t('me_credits_none')}</p>
      <Link className="button" to={paths.onboarding(locale)}>
        {t('me_credits_none_action')}
      </Link>
    </>
  )
}

function TeamLink() {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <Link className="button quiet" to={paths.me(locale, 'team')}>
      {t('me_packages_to_team')}
    </Link>
  )
}

/** The credits that can be spent today; what is used up or has expired is among the uses alone. */
export function Entries({ credits }: { credits: Credit[] }) {
  const t = useTranslate()
  if (credits.length === 0) return null
  return (
    <section aria-labelledby="credits-entries">
      <h2 id="credits-entries">{t('me_credits_entries')}</h2>
      <p className="hint">{t('me_credits_entries_hint')}</p>
      <ul className="me-list">
        {credits.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </section>
  )
}

function Entry({ entry }: { entry: Credit }) {
  const locale = useLocale()
  const t = useTranslate()
  const { scope, remaining, amount, untilDate } = entry
  return (
    <li>
      <div>
        <h3>{entryTitle(entry, locale, t)}</h3>
        <p>
          {t('me_credits_remaining', {
            remaining: creditNumber(remaining, locale),
            amount: inCredits(amount, locale, t),
          })}
        </p>
        <p className="hint">
          {scopeName(scope, t)} · {signedMoney(remaining, locale)} ·{' '}
          {untilDate ? t('me_credits_until', { day: dayText(untilDate, locale) }) : t('me_credits_unlimited')}
        </p>
        {remaining !== amount && <CreditUses entry={entry} />}
      </div>
    </li>
  )
}
