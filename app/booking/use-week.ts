import { useQuery } from '@tanstack/react-query'
import type { WeekView } from '../../contracts/live.ts'
import { askLive, freshMs } from '../live/ask-data.ts'
import { useLocale } from '../i18n/locale.ts'
import { useSession } from '../session/session.ts'

interface Loaded {
  /** The visitor's week from the server, and since when it is stale. */
  week: WeekView | null
  asOf: string | null
  equipmentId: number
  day: string
  /** Id of the own booking to move. */
  moves: number | null
}

/** Keeps the shown week fresh while the page is visible; after sign-in it marks the member's own bookings. */
export function useWeek({ week: initial, asOf, equipmentId, day, moves }: Loaded) {
  const { status } = useSession()
  const locale = useLocale()
  const signedIn = status === 'authenticated'
  const { data, isError, dataUpdatedAt } = useQuery({
    queryKey: ['week', equipmentId, initial?.days[0]?.day ?? day, moves, signedIn],
    queryFn: async () => {
      const path = `/data/week?resource=${equipmentId}&day=${day}${moves === null ? '' : `&moves=${moves}`}`
      return askLive<WeekView>(path, locale, signedIn ? 'member' : 'visitor')
    },
    refetchInterval: freshMs,
    refetchIntervalInBackground: false,
    // With `select`, equal parts keep their identity, so that unchanged rows do not render.
    select: (answer) => answer,
    enabled: initial !== null && status !== 'loading',
    placeholderData: initial ? { data: initial, asOf } : undefined,
  })
  return {
    week: data?.data ?? initial,
    freshness: { asOf: data ? data.asOf : asOf, isLost: isError, askedAt: dataUpdatedAt },
  }
}
