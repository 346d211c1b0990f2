import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Credit, PreviousCredit } from '../../contracts/credit.ts'
import { recentUsage } from '../../rules/credits.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Loaded } from '../live/loaded.tsx'
import { useOwnBookings } from '../live/use-own-bookings.ts'
import { type Column, Table } from '../ui/table.tsx'
import { inCredits } from '../live/credits.ts'
import { dateText, entryTitle, heldOf, scopeName, signedMoney, total } from './credit-entry.ts'
import { UsageChart } from './usage-chart.tsx'
import { useBackend } from './use-backend.ts'
import { useTeam } from './use-team.ts'

/** The uses of a credit entry, loaded when it is opened. */
export function CreditUses({ entry }: { entry: Credit }) {
  const [open, setOpen] = useState(false)
  const locale = useLocale()
  const t = useTranslate()
  const { backend, memberId, options } = useBackend()
  const query = useQuery({
    ...options,
    queryKey: ['creditUses', memberId, entry.id],
    queryFn: async () => (await backend()).creditUses(memberId, entry.id),
    enabled: open,
  })
  const label = t('me_credits_uses_label', {
    scope: `${entryTitle(entry, locale, t)}, ${scopeName(entry.scope, t)}`,
    remaining: inCredits(entry.remaining, locale, t),
  })
  const { date, what, amount } = useColumns()
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary aria-label={label}>{t('me_credits_uses')}</summary>
      <Loaded query={query} failed={t('me_credits_uses_failed')} rows={1}>
        {(uses) => {
          const held = heldOf(entry, uses)
          return (
            <>
              {uses.length > 0 && (
                <Table
                  isCards
                  label={t('me_credits_uses')}
                  columns={[what, amount, date]}
                  rows={uses}
                  keyOf={({ id }) => id}
                />
              )}
              {uses.length === 0 && !held && <p>{t('me_credits_uses_none')}</p>}
              {held && <p>{t('me_credits_uses_held', { credits: inCredits(held, locale, t) })}</p>}
            </>
          )
        }}
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
    queryFn: async () => (await backend()).previousCredits(memberId),
    select: (all) => recentUsage(all, new Date()),
  })
  const locale = useLocale()
  const t = useTranslate()
  const { data } = useTeam()
  const isShared = Boolean(data?.team?.credits)
  const { date, what, amount } = useColumns()
  const sum = (uses: PreviousCredit[]) => inCredits(total(uses.map((use) => use.amount)), locale, t)
  return (
    <section aria-labelledby="credits-recent">
      <h2 id="credits-recent">{t('me_credits_recent')}</h2>
      <Loaded query={query} failed={t('me_credits_recent_failed')}>
        {(uses) =>
          uses.length === 0 ? (
            <p>{t(isShared ? 'me_credits_recent_none_own' : 'me_credits_recent_none')}</p>
          ) : (
            <>
              {isShared && <p className="hint">{t('me_credits_recent_own')}</p>}
              <UsageChart uses={uses} />
              <Table
                labelledBy="credits-recent"
                columns={[date, what, amount]}
                rows={uses}
                keyOf={({ id }) => id}
                total={{ label: t('me_credits_total'), amount: sum(uses) }}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

type Use = Pick<PreviousCredit, 'createdAt' | 'description' | 'amount' | 'booking'>

/**
 * Columns of uses. A booking is named by its equipment in the language of the page. Any other use is named by its kind;
 * what the front desk wrote stands beside it in the language it was written in.
 */
function useColumns(): Record<'date' | 'what' | 'amount', Column<Use>> {
  const locale = useLocale()
  const t = useTranslate()
  const { data } = useOwnBookings()
  const machines = new Map(data?.data.map(({ id, resource }) => [id, resource.name]))
  return {
    date: {
      label: t('me_credits_date'),
      place: 'note',
      render: ({ createdAt }) => <time dateTime={createdAt}>{dateText(new Date(createdAt), locale)}</time>,
    },
    what: {
      label: t('me_credits_what'),
      place: 'title',
      render: ({ booking, description }) => {
        const machine = booking === null ? undefined : machines.get(booking)
        if (machine) return t('me_credits_booking', { machine })
        return (
          <>
            {t(booking === null ? 'me_credits_material' : 'me_credits_booking_gone')}{' '}
            <span className="hint">{description?.replaceAll(' × ', '\u00a0×\u00a0')}</span>
          </>
        )
      },
    },
    amount: {
      label: t('me_credits_amount'),
      place: 'aside',
      isAmount: true,
      render: ({ amount }) => (
        <>
          {inCredits(amount, locale, t)} <span className="hint">{signedMoney(amount, locale)}</span>
        </>
      ),
    },
  }
}
