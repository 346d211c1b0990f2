import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CoursePlace } from '../../contracts/course-place.ts'
import { useSession } from '../session/session.ts'
import { useBackend } from './use-backend.ts'

/** A place that is being paid is looked at again so often. */
const everyMs = 4000

const isHeld = ({ state }: CoursePlace) => state === 'held'

/** The places of the account in courses, the latest first; a membership is not needed. */
export function usePlaces() {
  const { backend } = useBackend()
  const { user } = useSession()
  return useQuery({
    networkMode: 'always',
    queryKey: ['coursePlaces', user?.sub],
    queryFn: async () => (await backend()).coursePlaces(),
    refetchInterval: ({ state }) => (state.data?.some(isHeld) ? everyMs : false),
  })
}

/** What a place on a date would cost, and the one that the account has there. */
export function usePlaceQuote(dateId: number) {
  const { backend } = useBackend()
  const { user } = useSession()
  return useQuery({
    networkMode: 'always',
    queryKey: ['coursePlaces', user?.sub, dateId],
    queryFn: async () => (await backend()).placeQuote({ dateId }),
    refetchInterval: ({ state }) => (state.data?.place && isHeld(state.data.place) ? everyMs : false),
  })
}

/** Accepts the seat that is offered, or gives a place up; all places are read again afterwards. */
export function usePlaceSteps({ id, cancellation }: CoursePlace) {
  const { backend } = useBackend()
  const cache = useQueryClient()
  const onSettled = () => cache.invalidateQueries({ queryKey: ['coursePlaces'] })
  const accepting = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await backend()).acceptPlace(id, {}),
    onSuccess: ({ payUrl }) => {
      if (payUrl) location.assign(payUrl)
    },
    onSettled,
  })
  const leaving = useMutation({
    networkMode: 'always',
    mutationFn: async () => (await backend()).leavePlace(id, { refund: cancellation?.refund ?? '0.00' }),
    onSettled,
  })
  return { accepting, leaving }
}
