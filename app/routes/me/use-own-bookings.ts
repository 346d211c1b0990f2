import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnBooking } from '../../../contracts/live.ts'
import { askData } from '../../data/ask-data.ts'
import { useConnector } from '../../data/use-connector.ts'
import { useLocale } from '../../i18n/locale.ts'
import { authorise } from '../../session/session.ts'

const queryKey = ['ownBookings']

/** The member's bookings; without a connection it fails instead of waiting for one. */
export function useOwnBookings() {
  const locale = useLocale()
  return useQuery({
    queryKey,
    queryFn: async () => (await askData('/data/bookings', locale, 'member')).json() as Promise<OwnBooking[]>,
    networkMode: 'always',
  })
}

/** Cancels a booking by its id. The list shows it at once; then everything live is asked for again. */
export function useCancelBooking() {
  const connector = useConnector()
  const memory = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: (id: number) => connector.cancelBooking(id, authorise),
    onSuccess: ({ id, state }) =>
      memory.setQueryData<OwnBooking[]>(queryKey, (bookings) =>
        bookings?.map((each) => (each.id === id ? { ...each, state, canBeCancelled: false } : each)),
      ),
    // Also after a refusal: the booking may have been cancelled or started elsewhere. Credits change with it.
    onSettled: () => void memory.invalidateQueries(),
  })
}
