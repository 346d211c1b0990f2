import type { PreviousCredit } from '../../../contracts/credit.ts'
import { money } from '../../i18n/format.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { dateText, total } from './credit-entry.ts'
import { LoadFailed } from './load-failed.tsx'
import { ListSkeleton } from './skeleton.tsx'
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

/** A list on a phone: the roles keep it a table for screen readers whatever CSS makes of it. */
function UsageTable({ uses }: { uses: PreviousCredit[] }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <table className="me-usage" role="table" aria-labelledby="credits-recent">
      <thead role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('me_credits_date')}
          </th>
          <th role="columnheader" scope="col">
            {t('me_credits_what')}
          </th>
          <th role="columnheader" scope="col" className="amount">
            {t('me_credits_amount')}
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {uses.map(({ id, createdAt, description, amount }) => (
          <tr key={id} role="row">
            <td role="cell">
              <time dateTime={createdAt}>{dateText(new Date(createdAt), locale)}</time>
            </td>
            <td role="cell">{description}</td>
            <td role="cell" className="amount">
              {money(amount, locale)}
            </td>
          </tr>
        ))}
      </tbody>
      <tfoot role="rowgroup">
        <tr role="row">
          <th role="rowheader" scope="row" colSpan={2} aria-colspan={2}>
            {t('me_credits_total')}
          </th>
          <td role="cell" className="amount">
            {money(total(uses.map(({ amount }) => amount)), locale)}
          </td>
        </tr>
      </tfoot>
    </table>
  )
}
