import { useQuery } from '@tanstack/react-query'
import { createBackendClient } from '../../../clients/backend.ts'
import { recentUsage } from '../../../rules/credits.ts'
import { useLocale } from '../../i18n/locale.ts'
import { authorise, useSession } from '../../session/session.ts'
import { usesOf } from './credit-entry.ts'
import { useConfig } from '../../data/use-config.ts'

/** What the member can spend today. */
export function useCredits() {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: ['credits', memberId],
    queryFn: () => backend.credits(memberId),
  })
}

/** What the member used in the last 3 months. */
export function useRecentUsage() {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: ['previousCredits', memberId],
    queryFn: () => backend.previousCredits(memberId),
    select: (all) => usesOf(recentUsage(all, new Date())),
  })
}

/** The uses of one entry, asked for once `wanted`. */
export function useCreditUses(creditId: number, wanted: boolean) {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: ['creditUses', memberId, creditId],
    queryFn: () => backend.creditUses(memberId, creditId),
    enabled: wanted,
  })
}

function useBackend() {
  const { backendUrl } = useConfig()
  const { member } = useSession()
  const locale = useLocale()
  const backend = createBackendClient({
    baseUrl: backendUrl,
    authorise,
    locale,
    fetch: (request) => fetch(request),
  })
  // Without a member the client refuses by itself: another try changes nothing.
  const options = { networkMode: 'always', retry: member ? 1 : false } as const
  return { backend, memberId: member?.id, options }
}
