import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createConnectorClient } from '../../../clients/connector.ts'
import { storeErrorOf } from '../../../clients/store-error.ts'
import type { OwnBooking } from '../../../contracts/live.ts'
import { type Locale, useLocale } from '../../i18n/locale.ts'
import { authorise } from '../../session/session.ts'
import { useConfig } from './use-config.ts'

const queryKey = ['ownBookings']
const timeoutMs = 10_000

/** The member's bookings; without a connection it fails instead of waiting for one. */
export function useOwnBookings() {
  const locale = useLocale()
  return useQuery({ queryKey, queryFn: () => ownBookings(locale), networkMode: 'always' })
}

/** Cancels a booking by its id. The list shows it at once; then everything live is asked for again. */
export function useCancelBooking() {
  const { connectorUrl } = useConfig()
  const locale = useLocale()
  const memory = useQueryClient()
  const connector = createConnectorClient({
    baseUrl: connectorUrl,
    locale,
    fetch: (request) => fetch(request),
    log: (details) => console.error(details),
  })
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

async function ownBookings(locale: Locale): Promise<OwnBooking[]> {
  const url = new URL('/data/bookings', location.origin).href
  const headers = { 'accept-language': locale, ...(await authorise({ method: 'GET', url })) }
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs) })
  if (!response.ok) throw await storeErrorOf(response)
  return (await response.json()) as OwnBooking[]
}
