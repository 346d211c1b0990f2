import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttendanceList, AttendanceMarks } from '../../contracts/staff.ts'
import { useLocale } from '../i18n/locale.ts'
import { useConfig } from '../live/use-connector.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'
import { withMarks } from './attendance.ts'

const options = { networkMode: 'always', retry: false } as const
const keyOf = (dateId: number) => ['attendance', dateId]

/** Loads the client of the staff calls, in the name of who is signed in. */
function useStaff() {
  const { backendUrl } = useConfig()
  const locale = useLocale()
  return async () => {
    const { createStaffClient } = await import('../../clients/staff.ts')
    return createStaffClient({ baseUrl: backendUrl, authorise, locale, fetch: fetchSigned })
  }
}

/** Reads the dates that the person runs. */
export function useStaffDates() {
  const staff = useStaff()
  return useQuery({ ...options, queryKey: ['staffDates'], queryFn: async () => (await staff()).staffDates() })
}

/**
 * Reads who comes to a date, again while the workshop system does not know what was given.
 * @param isLive reads it again all the time, because people check themselves in
 */
export function useAttendance(dateId: number, isLive: boolean) {
  const staff = useStaff()
  return useQuery({
    ...options,
    queryKey: keyOf(dateId),
    queryFn: async () => (await staff()).attendance({ dateId }),
    refetchInterval: ({ state }) =>
      isLive || state.data?.people.some(({ waiting }) => waiting > 0) ? 3000 : false,
  })
}

/** Reads the code with which people check in to a date, each time that it changes. */
export function useAttendanceCode(dateId: number) {
  const staff = useStaff()
  return useQuery({
    ...options,
    queryKey: ['attendanceCode', dateId],
    queryFn: async () => (await staff()).attendanceCode({ dateId }),
    refetchInterval: ({ state }) => (state.data?.seconds ?? 10) * 1000,
    gcTime: 0,
  })
}

/** Marks people of a date; the answer is the list as it is then. */
export function useMarking(dateId: number) {
  const staff = useStaff()
  const cache = useQueryClient()
  return useMutation({
    mutationKey: keyOf(dateId),
    networkMode: 'always',
    // Quick taps are sent in their order.
    scope: { id: `attendance-${dateId}` },
    mutationFn: async (marks: Omit<AttendanceMarks, 'dateId'>) =>
      (await staff()).markAttendance({ dateId, ...marks }),
    onMutate: (marks) => {
      const shown = cache.getQueryData<AttendanceList>(keyOf(dateId))
      if (shown) cache.setQueryData(keyOf(dateId), withMarks(shown, marks))
    },
    onSuccess(list) {
      // The answer to the last tap alone knows all of them.
      if (cache.isMutating({ mutationKey: keyOf(dateId) }) === 1) cache.setQueryData(keyOf(dateId), list)
    },
    onError: () => void cache.invalidateQueries({ queryKey: keyOf(dateId) }),
  })
}
export type Marking = ReturnType<typeof useMarking>
