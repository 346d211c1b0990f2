import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { useLocale } from '../i18n/locale.ts'
import { useConfig } from '../live/use-connector.ts'
import { leaveTo } from '../live/leave-to.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'
import { useSession } from '../session/session.ts'

/** Loads the calls about places in the person's name. */
export function usePlaceClient() {
  const { backendUrl: baseUrl } = useConfig()
  const locale = useLocale()
  return async () => {
    const { createPlaceClient } = await import('../../clients/places.ts')
    return createPlaceClient({ baseUrl, authorise, locale, fetch: fetchSigned })
  }
}

/** A place that is being paid is looked at again so often. */
const everyMs = 4000

const isHeld = ({ state }: CoursePlace) => state === 'held'

/** The places of the account in courses, the latest first; a membership is not needed. Loads nothing before the sign-in. */
export function usePlaces() {
  const client = usePlaceClient()
  const { user } = useSession()
  return useQuery({
    networkMode: 'always',
    enabled: !!user,
    queryKey: ['coursePlaces', user?.sub],
    queryFn: async () => (await client()).coursePlaces(),
    refetchInterval: ({ state }) => (state.data?.some(isHeld) ? everyMs : false),
  })
}

/** What a place on a date would cost, and the one that the account has there; nothing before the sign-in. */
export function usePlaceQuote(dateId: number) {
  const client = usePlaceClient()
  const { user } = useSession()
  return useQuery({
    networkMode: 'always',
    enabled: !!user,
    queryKey: ['coursePlaces', user?.sub, dateId],
    queryFn: async () => (await client()).placeQuote({ dateId }),
    refetchInterval: ({ state }) => (state.data?.place && isHeld(state.data.place) ? everyMs : false),
  })
}

/** Accepts the seat that is offered, or gives a place up; all places are read again afterwards. */
export function usePlaceSteps({ id, cancellation }: CoursePlace) {
  const client = usePlaceClient()
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: ['coursePlaces'] })
  const accepting = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await client()).acceptPlace(id, {}),
    onSuccess: ({ payUrl }) => {
      if (payUrl) leaveTo(payUrl)
    },
    onSettled,
  })
  const leaving = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await client()).leavePlace(id, { refund: cancellation?.refund ?? '0.00' }),
    onSettled,
  })
  return { accepting, leaving }
}
