import { useQuery } from '@tanstack/react-query'
import type { WeekView } from '../../contracts/live.ts'
import { askLive, freshMs } from '../live/ask-data.ts'
import { useLocale } from '../i18n/locale.ts'
import { useSession } from '../session/session.ts'

interface Loaded {
  /** What the server put into the page for a visitor, and the instant from which that is when it is not from now. */
  week: WeekView | null
  asOf: string | null
  equipmentId: number
  day: string
  /** Id of the own booking that is to move. */
  moves: number | null
}

/**
 * The shown week, kept fresh while the page is visible; once the member is known, their own bookings are marked.
 */
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
    // With a selection, what is answered keeps those parts of what was shown that are the same: no row is drawn again.
    select: (answer) => answer,
    enabled: initial !== null && status !== 'loading',
    placeholderData: initial ? { data: initial, asOf } : undefined,
  })
  return {
    week: data?.data ?? initial,
    freshness: { asOf: data ? data.asOf : asOf, isLost: isError, askedAt: dataUpdatedAt },
  }
}
