import { useQuery } from '@tanstack/react-query'
import type { OwnWaitlistEntry } from '../../contracts/live.ts'
import { askLive } from './ask-data.ts'
import { useMemberWrite } from './use-member-write.ts'
import { useLocale } from '../i18n/locale.ts'
import { authorise, useSession } from '../session/session.ts'

/** Loads the waitlist entries of the member; null without a waitlist, undefined until it is known. */
export function useWaitlist(): OwnWaitlistEntry[] | null | undefined {
  const { status } = useSession()
  const locale = useLocale()
  const { data } = useQuery({
    queryKey: ['waitlist', locale],
    queryFn: async () => (await askLive('/data/waitlist', {}, locale, 'member')).data,
    enabled: status === 'authenticated',
    // An offer is valid for 30 minutes (K14): an open page must show it in time.
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
