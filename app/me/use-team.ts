import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TeamChange } from '../../contracts/team.ts'
import { useBackend } from './use-backend.ts'

const keyOf = (memberId: number | undefined) => ['team', memberId]

/** Reads the team of the member. */
export function useTeam() {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: keyOf(memberId),
    queryFn: async () => (await backend()).memberTeam(memberId),
  })
}

/** Changes the team; the answer is the team as it is then, and packages are read again. */
export function useTeamChange() {
  const { backend, memberId } = useBackend()
  const cache = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async (change: TeamChange) => (await backend()).changeOwnTeam(memberId, change),
    onSuccess: (answer) => {
      cache.setQueryData(keyOf(memberId), answer)
      void cache.invalidateQueries({ queryKey: ['memberPackages', memberId] })
    },
    // Somebody else may have changed it meanwhile.
    onError: () => void cache.invalidateQueries({ queryKey: keyOf(memberId) }),
  })
}

export type TeamSaving = ReturnType<typeof useTeamChange>
