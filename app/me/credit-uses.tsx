import { useState } from 'react'
import type { Credit } from '../../contracts/credit.ts'
import { money } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { dateText, scopeName } from './credit-entry.ts'
import { LoadFailed } from '../session/load-failed.tsx'
import { ListSkeleton } from '../live/list-skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { useCreditUses } from './use-credits.ts'

/** The uses of a credit entry, loaded when it is opened. */
export function CreditUses({ entry }: { entry: Credit }) {
  const [open, setOpen] = useState(false)
  const locale = useLocale()
  const t = useTranslate()
  const label = t('me_credits_uses_label', {
    scope: scopeName(entry.scope, t),
    remaining: money(entry.remaining, locale),
  })
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>{t('me_credits_uses')}</summary>
      <Uses creditId={entry.id} wanted={open} />
    </details>
  )
}

function Uses({ creditId, wanted }: { creditId: number; wanted: boolean }) {
  const { data, error, refetch } = useCreditUses(creditId, wanted)
  const locale = useLocale()
  const t = useTranslate()
  const failure = error && (
    <LoadFailed title={t('me_credits_uses_failed')} error={error} onRetry={() => void refetch()} />
  )
  if (!data) return failure ?? <ListSkeleton rows={1} />
  if (data.length === 0) return <p>{t('me_credits_uses_none')}</p>
  return (
    <>
      {failure}
      <Table
        isCards
        label={t('me_credits_uses')}
        columns={[
          { label: t('me_credits_what'), place: 'title', render: ({ description }) => description },
          {
            label: t('me_credits_amount'),
            place: 'aside',
            isAmount: true,
            render: ({ amount }) => money(amount, locale),
          },
          {
            label: t('me_credits_date'),
            place: 'note',
            render: ({ createdAt }) => (
              <time dateTime={createdAt}>{dateText(new Date(createdAt), locale)}</time>
            ),
          },
        ]}
        rows={data}
        keyOf={({ id }) => id}
      />
    </>
  )
}
