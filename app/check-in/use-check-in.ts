import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { Secret } from '../../contracts/calendar.ts'
import { useConnector } from '../live/use-connector.ts'
import { authorise } from '../session/session.ts'
import { failureOf } from './outcome.ts'

/** The secret of the code that was scanned; it stays when the fragment becomes a place in the page. Null = none. */
export function useScannedSecret(): string | null {
  const { hash } = useLocation()
  const [last, setLast] = useState<string | null>(null)
  const { data: scanned = last } = Secret.safeParse(hash.slice(1))
  if (scanned !== last) setLast(scanned)
  return scanned
}

/**
 * Says at once, and once, that the member is at the machine. It is asked like a question: again with the same answer, so
 * a connection that breaks costs nothing but another try.
 */
export function useCheckIn(machine: number, member: number, secret: string) {
  const connector = useConnector()
  return useQuery({
    queryKey: ['checkIn', machine, member, secret],
    queryFn: async () =>
      (await connector()).checkIn({ member: String(member), resource: String(machine), secret }, authorise),
    retry: (failed, error) => failed === 0 && failureOf(error) === 'away',
    // Whoever comes back to the page later is not told that they are not there any more.
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
