import { useQuery } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import { languageTag, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import type { loader as rootLoader } from '../root.tsx'
import { useSession } from '../session/session.ts'
import type { Live } from './ask-data.ts'

export interface Freshness {
  /** When the shown data was read, as an ISO instant; null when it is fresh. */
  asOf: string | null
  /** The last request failed: the shown data may be stale. */
  isLost: boolean
  /** When the data was last requested, in epoch milliseconds; 0 = before the page was open. */
  askedAt: number
}

/** Milliseconds between two requests while live data is visible. */
const freshMs = 3500

interface FreshOptions<T> {
  queryKey: unknown[]
  ask: (as: 'member' | 'visitor') => Promise<Live<T>>
  /** The data that the server rendered for a visitor, and since when it is stale; null asks for nothing. */
  initial: T
  asOf: string | null
}

/** Keeps shown data fresh while the page is visible, for a member in their name. */
export function useFresh<T>({ queryKey, ask, initial, asOf }: FreshOptions<T>) {
  const { status } = useSession()
  const as = status === 'authenticated' ? 'member' : 'visitor'
  const { data, isError, dataUpdatedAt } = useQuery({
    queryKey: [...queryKey, as],
    queryFn: () => ask(as),
    refetchInterval: freshMs,
    // With `select`, equal parts keep their identity, so that unchanged rows do not render.
    select: (live) => live,
    enabled: initial !== null && status !== 'loading',
    placeholderData: initial === null ? undefined : { data: initial, asOf },
  })
  return {
    data: data?.data ?? initial,
    freshness: { asOf: data ? data.asOf : asOf, isLost: isError, askedAt: dataUpdatedAt },
  }
}

/** Says that the shown data is stale, and its time on the clock of the space. */
export function StaleNotice({ asOf, isLost, askedAt }: Freshness) {
  const t = useTranslate()
  const time = useClock(asOf ?? (askedAt > 0 ? askedAt : null))
  return (
    <div role="status">
      {(asOf ?? isLost) && (
        <p className="notice">
          {time && <>{t('live_as_of', { time })} </>}
          {t(isLost ? 'booking_week_stale' : 'live_kept')}
        </p>
      )}
    </div>
  )
}

function useClock(at: string | number | null): string {
  const zone = useRouteLoaderData<typeof rootLoader>('root')?.space.zone ?? 'UTC'
  const locale = useLocale()
  if (at === null) return ''
  const format = { hour: 'numeric', minute: '2-digit', timeZone: zone } as const
  return new Intl.DateTimeFormat(languageTag[locale], format).format(new Date(at))
}
