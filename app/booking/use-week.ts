import { useQuery } from '@tanstack/react-query'
import type { WeekView } from '../../contracts/live.ts'
import { authorise, useSession } from '../session/session.ts'

const freshMs = 5000

/**
 * The shown week, kept fresh while the page is visible; once the member is known, their own bookings are marked.
 * `stale` = the last try failed, so what is shown may no longer be true.
 * @param initial what the server put into the page for a visitor
 */
export function useWeek(initial: WeekView | null, machine: number, day: string) {
  const { status } = useSession()
  const signedIn = status === 'authenticated'
  const { data, isError, refetch } = useQuery({
    queryKey: ['week', machine, initial?.days[0]?.day ?? day, signedIn],
    queryFn: () => fetchWeek(machine, day, signedIn),
    refetchInterval: freshMs,
    refetchIntervalInBackground: false,
    enabled: initial !== null && status !== 'loading',
    placeholderData: initial ?? undefined,
  })
  return { week: data ?? initial, stale: isError, reload: refetch }
}

async function fetchWeek(machine: number, day: string, signedIn: boolean): Promise<WeekView> {
  const url = new URL(`/data/week?resource=${machine}&day=${day}`, location.origin).href
  const headers = signedIn ? await authorise({ method: 'GET', url }) : {}
  const response = await fetch(url, { headers })
  if (!response.ok) throw new Error(`Fehler: ${response.status}`)
  return (await response.json()) as WeekView
}
