import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credit, PreviousCredit } from '../../contracts/credit.ts'
import { recentUsage } from '../../rules/credits.ts'
import { money } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import { Loaded } from '../live/loaded.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { dateText, scopeName, total } from './credit-entry.ts'
import { useBackend } from './use-backend.ts'

/** The uses of a credit entry, loaded when it is opened. */
export function CreditUses({ entry }: { entry: Credit }) {
  const [open, setOpen] = useState(false)
  const locale = useLocale()
  const t = useTranslate()
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['creditUses', memberId, entry.id],
    queryFn: () => backend.creditUses(memberId, entry.id),
    enabled: open,
  })
  const label = t('me_credits_uses_label', {
    scope: scopeName(entry.scope, t),
    remaining: money(entry.remaining, locale),
  })
  const { date, what, amount } = columns(locale, t)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>{t('me_credits_uses')}</summary>
      <Loaded query={query} failed={t('me_credits_uses_failed')} rows={1}>
        {(uses) =>
          uses.length === 0 ? (
            <p>{t('me_credits_uses_none')}</p>
          ) : (
            <Table
              isCards
              label={t('me_credits_uses')}
              columns={[what, amount, date]}
              rows={uses}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </details>
  )
}

/** The usage of the last 3 months (K6) with its sum. */
export function RecentUsage() {
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['previousCredits', memberId],
    queryFn: () => backend.previousCredits(memberId),
    select: (all) => recentUsage(all, new Date()),
  })
  const locale = useLocale()
  const t = useTranslate()
  const { date, what, amount } = columns(locale, t)
  const sum = (uses: PreviousCredit[]) => money(total(uses.map((use) => use.amount)), locale)
  return (
    <section aria-labelledby="credits-recent">
      <h2 id="credits-recent">{t('me_credits_recent')}</h2>
      <Loaded query={query} failed={t('me_credits_recent_failed')}>
        {(uses) =>
          uses.length === 0 ? (
            <p>{t('me_credits_recent_none')}</p>
          ) : (
            <Table
              labelledBy="credits-recent"
              columns={[date, what, amount]}
              rows={uses}
              keyOf={({ id }) => id}
              total={{ label: t('me_credits_total'), amount: sum(uses) }}
            />
          )
        }
      </Loaded>
    </section>
  )
}

type Use = Pick<PreviousCredit, 'createdAt' | 'description' | 'amount'>

function columns(locale: Locale, t: Translate): Record<'date' | 'what' | 'amount', Column<Use>> {
  return {
    date: {
      label: t('me_credits_date'),
      place: 'note',
      render: ({ createdAt }) => <time dateTime={createdAt}>{dateText(new Date(createdAt), locale)}</time>,
    },
    what: { label: t('me_credits_what'), place: 'title', render: ({ description }) => description },
    amount: {
      label: t('me_credits_amount'),
      place: 'aside',
      isAmount: true,
      render: ({ amount }) => money(amount, locale),
    },
  }
}
