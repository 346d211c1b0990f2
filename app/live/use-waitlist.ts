import { useQuery } from '@tanstack/react-query'
import type { OwnPlace } from '../../contracts/live.ts'
import { askLive } from './ask-data.ts'
import { useMemberWrite } from './use-member-write.ts'
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

export interface WaitlistAnswer {
  entry: number
  answer: 'take' | 'leave'
}

/** Accepts an offer, or leaves the waitlist with an entry or its offer. */
export function useWaitlistAnswer() {
  return useMemberWrite(async (connector, { entry, answer }: WaitlistAnswer): Promise<void> => {
    await (answer === 'take'
      ? connector.acceptOffer(entry, authorise)
      : connector.leaveWaitlist(entry, authorise))
  })
}
