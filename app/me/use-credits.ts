import { useQuery } from '@tanstack/react-query'
import { recentUsage } from '../../rules/credits.ts'
import { usesOf } from './credit-entry.ts'
import { useBackend } from './use-backend.ts'

/** Loads the credit entries that can be spent today. */
export function useCredits() {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: ['credits', memberId],
    queryFn: () => backend.credits(memberId),
  })
}

/** Loads the usage of the last 3 months (K6). */
export function useRecentUsage() {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: ['previousCredits', memberId],
    queryFn: () => backend.previousCredits(memberId),
    select: (all) => usesOf(recentUsage(all, new Date())),
  })
}

/** Loads the uses of one entry once `wanted`. */
export function useCreditUses(creditId: number, wanted: boolean) {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: ['creditUses', memberId, creditId],
    queryFn: () => backend.creditUses(memberId, creditId),
    enabled: wanted,
  })
}
