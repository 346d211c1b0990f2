import { useRouteLoaderData } from 'react-router'
import { languageTag, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import type { loader as rootLoader } from '../root.tsx'

export interface Freshness {
  /** When the shown data was read, as an ISO instant; null when it is fresh. */
  asOf: string | null
  /** The last request failed: the shown data may be stale. */
  isLost: boolean
  /** When the data was last requested, in epoch milliseconds; 0 = before the page was open. */
  askedAt: number
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
