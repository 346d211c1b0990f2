import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnBooking, OwnWaitlistEntry } from '../../contracts/live.ts'
import { askLive, type Live } from './ask-data.ts'
import { useMemberWrite } from './use-member-write.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { authorise } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'

const queryKey = (locale: Locale) => ['ownBookings', locale]

/** Loads the member's bookings; fails without a connection. */
export function useOwnBookings({ enabled = true }: { enabled?: boolean } = {}) {
  const locale = useLocale()
  return useQuery({
    queryKey: queryKey(locale),
    queryFn: () => askLive('/data/bookings', {}, locale, 'member'),
    enabled,
  })
}

/** Loads the own booking to move; `isGone`: no booking of that id can be moved. */
export function useMovedBooking(id: number | null): { moves: OwnBooking | null; isGone: boolean } {
  const { status } = useSession()
  const { data } = useOwnBookings({ enabled: id !== null && status === 'authenticated' })
  const found = data?.data.find((booking) => booking.id === id && booking.canBeMoved) ?? null
  return { moves: found, isGone: id !== null && data !== undefined && found === null }
}

/** Cancels a booking by its id; the list shows it at once. */
export function useCancelBooking() {
  const cache = useQueryClient()
  const locale = useLocale()
  return useMemberWrite(async (connector, id: number) => {
    const { state } = await connector.cancelBooking(id, authorise)
    const cancelled = { state, canBeCancelled: false, canBeMoved: false }
    cache.setQueryData<Live<OwnBooking[]>>(
      queryKey(locale),
      (shown) =>
        shown && {
          ...shown,
          data: shown.data.map((each) => (each.id === id ? { ...each, ...cancelled } : each)),
        },
    )
  })
}

/** Loads the waitlist entries of the member; null without a waitlist, undefined until it is known. */
export function useWaitlist(): OwnWaitlistEntry[] | null | undefined {
  const { status } = useSession()
  const locale = useLocale()
  const { data } = useQuery({
    queryKey: ['waitlist', locale],
    queryFn: async () => (await askLive('/data/waitlist', {}, locale, 'member')).data,
    enabled: status === 'authenticated',
    // An offer is valid for 30 minutes (K14): an open page shows it within 5 seconds, its request included.
    refetchInterval: (query) => (query.state.data?.length ? 4000 : false),
  })
  return data
}

interface EntryChange {
  /** Id of the waitlist entry. */
  entry: number
  action: 'accept' | 'leave'
}

/** Accepts an offer, or leaves the waitlist with an entry or its offer. */
export function useEntryChange() {
  return useMemberWrite(async (connector, { entry, action }: EntryChange): Promise<void> => {
    await (action === 'accept'
      ? connector.acceptOffer(entry, authorise)
      : connector.leaveWaitlist(entry, authorise))
  })
}
