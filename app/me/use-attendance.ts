import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { AttendanceCode, AttendanceList, SessionMarks } from '../../contracts/staff.ts'
import { withMarks } from './attendance.ts'

const options = { networkMode: 'always', retry: false } as const
const keyOf = ({ key }: AttendanceCalls) => ['attendance', key]

/** The calls about the list of one date: of somebody who is signed in, or of somebody with its link. */
export interface AttendanceCalls {
  /** The date, or the link: what the cache knows the list by. */
  key: number | string
  read: () => Promise<AttendanceList>
  code: () => Promise<AttendanceCode>
  mark: (marks: SessionMarks) => Promise<AttendanceList>
}

/**
 * Reads who comes to a date, again while the workshop system does not know what was given.
 * @param isLive reads it again all the time, because people check themselves in
 */
export function useAttendance(calls: AttendanceCalls, isLive: boolean) {
  return useQuery({
    ...options,
    queryKey: keyOf(calls),
    queryFn: calls.read,
    refetchInterval: ({ state }) =>
      isLive || state.data?.people.some(({ waiting }) => waiting > 0) ? 3000 : false,
  })
}

/** Reads the code with which people check in to a date, each time that it changes. */
export function useAttendanceCode(calls: AttendanceCalls) {
  return useQuery({
    ...options,
    queryKey: ['attendanceCode', calls.key],
    queryFn: calls.code,
    refetchInterval: ({ state }) => (state.data?.seconds ?? 10) * 1000,
    gcTime: 0,
  })
}

/** Marks people of a date; the answer is the list as it is then. */
export function useMarking(calls: AttendanceCalls) {
  const cache = useQueryClient()
  const key = keyOf(calls)
  return useMutation({
    mutationKey: key,
    networkMode: 'always',
    // Quick taps are sent in their order.
    scope: { id: `attendance-${calls.key}` },
    mutationFn: calls.mark,
    onMutate: (marks) => {
      const shown = cache.getQueryData<AttendanceList>(key)
      if (shown) cache.setQueryData(key, withMarks(shown, marks))
    },
    onSuccess(list) {
      // The answer to the last tap alone knows all of them.
      if (cache.isMutating({ mutationKey: key }) === 1) cache.setQueryData(key, list)
    },
    onError: () => void cache.invalidateQueries({ queryKey: key }),
  })
}
export type Marking = ReturnType<typeof useMarking>
