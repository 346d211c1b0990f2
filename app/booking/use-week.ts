import { useQuery } from '@tanstack/react-query'
import type { WeekView } from '../../contracts/live.ts'
import { askData, freshMs } from '../data/ask-data.ts'
import { useLocale } from '../i18n/locale.ts'
import { useSession } from '../session/session.ts'

/**
 * The shown week, kept fresh while the page is visible; once the member is known, their own bookings are marked.
 * `stale` = the last try failed, so what is shown may no longer be true.
 * @param initial what the server put into the page for a visitor
 * @param moves id of the own booking that is to move
 */
export function useWeek(initial: WeekView | null, machine: number, day: string, moves: number | null) {
  const { status } = useSession()
  const locale = useLocale()
  const signedIn = status === 'authenticated'
  const { data, isError, refetch } = useQuery({
    queryKey: ['week', machine, initial?.days[0]?.day ?? day, moves, signedIn],
    queryFn: async () => {
      const path = `/data/week?resource=${machine}&day=${day}${moves === null ? '' : `&moves=${moves}`}`
      return (await askData(path, locale, signedIn ? 'member' : 'visitor')).json() as Promise<WeekView>
    },
    refetchInterval: freshMs,
    refetchIntervalInBackground: false,
    enabled: initial !== null && status !== 'loading',
    placeholderData: initial ?? undefined,
  })
  return { week: data ?? initial, stale: isError, reload: refetch }
}
