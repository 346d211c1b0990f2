import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../i18n/locale.ts'
import { useConfig } from '../live/use-connector.ts'
import { authorise, fetchSigned } from '../session/authorise.ts'
import type { AttendanceCalls } from './use-attendance.ts'

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
  return useQuery({
    networkMode: 'always',
    retry: false,
    queryKey: ['staffDates'],
    queryFn: async () => (await staff()).staffDates(),
  })
}

/** The calls about a date in the name of who is signed in. */
export function useOwnList(dateId: number): AttendanceCalls {
  const staff = useStaff()
  return {
    key: dateId,
    read: async () => (await staff()).attendance({ dateId }),
    code: async () => (await staff()).attendanceCode({ dateId }),
    mark: async (marks) => (await staff()).markAttendance({ dateId, ...marks }),
  }
}
