import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { StoreError } from '../../clients/store-error.ts'
import { useBackend } from './use-backend.ts'

/** Loads the address of the member's calendar; `null` when the workshop system has no calendars. */
export function useCalendar() {
  const { backend, memberId, options } = useBackend()
  return useQuery({
    ...options,
    queryKey: keyOf(memberId),
    queryFn: () =>
      backend.calendar(memberId).catch((error: unknown) => {
        if (error instanceof StoreError && error.problem?.code === 'notSupported') return null
        throw error
      }),
  })
}

/** Creates the first or a new address of the member's calendar. */
export function useRenewCalendar() {
  const { backend, memberId } = useBackend()
  const memory = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: () => backend.renewCalendar(memberId),
    onSuccess: (calendar) => memory.setQueryData(keyOf(memberId), calendar),
  })
}

const keyOf = (memberId: number | undefined) => ['calendar', memberId]
