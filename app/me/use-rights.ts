import { useQuery } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { useBackend } from './use-backend.ts'
import { useNow } from './use-now.ts'

/** Packages and trainings of the member that are valid today; undefined until they are known, and when they cannot be had. */
export function useRights() {
  const { backend, memberId, options } = useBackend()
  const today = useToday()
  const packages = useQuery({
    ...options,
    queryKey: ['memberPackages', memberId],
    queryFn: async () => (await backend()).memberPackages(memberId),
  })
  const trainings = useQuery({
    ...options,
    queryKey: ['memberTrainings', memberId],
    queryFn: async () => (await backend()).memberTrainings(memberId),
  })
  return {
    packages: packages.data?.filter((each) => isValid(each, today)),
    trainings: trainings.data?.filter((each) => isValid(each, today)),
  }
}

/** Returns today in the space, YYYY-MM-DD. */
export function useToday(): string {
  const zone = useRouteLoaderData<typeof rootLoader>('root')?.space.zone ?? 'UTC'
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(useNow())
}

/** Whether a day lies in the validity, first and last day included. @param day YYYY-MM-DD */
export function isValid(
  { fromDate, untilDate }: { fromDate: string; untilDate: string | null },
  day: string,
): boolean {
  return fromDate.slice(0, 10) <= day && (untilDate === null || day <= untilDate.slice(0, 10))
}
