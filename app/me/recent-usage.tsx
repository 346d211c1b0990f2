import type { PreviousCredit } from '../../contracts/credit.ts'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { dateText, total } from './credit-entry.ts'
import { LoadFailed } from '../session/load-failed.tsx'
import { ListSkeleton } from '../live/list-skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { useRecentUsage } from './use-credits.ts'

/** The usage of the last 3 months (K6) with its sum. */
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

function UsageTable({ uses }: { uses: PreviousCredit[] }) {
  const locale = useLocale()
  const t = useTranslate()
  const columns: Column<PreviousCredit>[] = [
    {
      label: t('me_credits_date'),
      place: 'note',
      render: ({ createdAt }) => <time dateTime={createdAt}>{dateText(new Date(createdAt), locale)}</time>,
    },
    { label: t('me_credits_what'), place: 'title', render: ({ description }) => description },
    {
      label: t('me_credits_amount'),
      place: 'aside',
      isAmount: true,
      render: ({ amount }) => money(amount, locale),
    },
  ]
  const amount = money(total(uses.map((use) => use.amount)), locale)
  return (
    <Table
      labelledBy="credits-recent"
      columns={columns}
      rows={uses}
      keyOf={({ id }) => id}
      total={{ label: t('me_credits_total'), amount }}
    />
  )
}
