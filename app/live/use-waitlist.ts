import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnPlace } from '../../contracts/live.ts'
import { askLive } from './ask-data.ts'
import { useConnector } from './use-connector.ts'
import { useLocale } from '../i18n/locale.ts'
import { authorise, useSession } from '../session/session.ts'

/** What the member waits for; null where one cannot wait, undefined while nobody knows. */
export function useWaitlist(): OwnPlace[] | null | undefined {
  const { status } = useSession()
  const locale = useLocale()
  const { data } = useQuery({
    queryKey: ['waitlist', locale],
    queryFn: async () => (await askLive<OwnPlace[] | null>('/data/waitlist', locale, 'member')).data,
    enabled: status === 'authenticated',
    // An offer stands for half an hour: it should not be found out of date.
    refetchInterval: (query) => (query.state.data?.length ? 15_000 : false),
  })
  return data
}

/** Takes an offer, or gives up a place or an offer. */
export function useAnswer() {
  const connector = useConnector()
  const memory = useQueryClient()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ place, answer }: { place: OwnPlace; answer: 'take' | 'leave' }): Promise<void> => {
      const { acceptOffer, leaveWaitlist } = await connector()
      await (answer === 'take' ? acceptOffer(place.id, authorise) : leaveWaitlist(place.id, authorise))
    },
    onSettled: () => memory.invalidateQueries(),
  })
}
