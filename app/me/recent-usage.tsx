import type { PreviousCredit } from '../../contracts/credit.ts'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { dateText, total } from './credit-entry.ts'
import { LoadFailed } from '../session/load-failed.tsx'
import { ListSkeleton } from '../ui/skeleton.tsx'
import { useRecentUsage } from './use-credits.ts'

/** What was used in the last 3 months, with its sum. */
export function RecentUsage() {
  const { data, error, refetch } = useRecentUsage()
  const t = useTranslate()
  return (
    <section aria-labelledby="credits-recent">
      <h2 id="credits-recent">{t('me_credits_recent')}</h2>
      {error && (
        <LoadFailed title={t('me_credits_recent_failed')} error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && <ListSkeleton />}
      {data?.length === 0 && <p>{t('me_credits_recent_none')}</p>}
      {data && data.length > 0 && <UsageTable uses={data} />}
    </section>
  )
}

/** A table that me.css lays out as a list on a phone; browsers keep it a table for screen readers. */
function UsageTable({ uses }: { uses: PreviousCredit[] }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <table className="me-usage" aria-labelledby="credits-recent">
      <thead>
        <tr>
          <th scope="col">{t('me_credits_date')}</th>
          <th scope="col">{t('me_credits_what')}</th>
          <th scope="col" className="amount">
            {t('me_credits_amount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {uses.map(({ id, createdAt, description, amount }) => (
          <tr key={id}>
            <td>
              <time dateTime={createdAt}>{dateText(new Date(createdAt), locale)}</time>
            </td>
            <td>{description}</td>
            <td className="amount">{money(amount, locale)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row" colSpan={2}>
            {t('me_credits_total')}
          </th>
          <td className="amount">{money(total(uses.map(({ amount }) => amount)), locale)}</td>
        </tr>
      </tfoot>
    </table>
  )
}
