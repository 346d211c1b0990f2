import { useQuery } from '@tanstack/react-query'
import { useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import type { MemberPackage, MemberTraining } from '../../contracts/member.ts'
import type { Package } from '../../contracts/package.ts'
import { useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import { askLive } from '../live/ask-data.ts'
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

/** Returns the packages of the price list; none until they are known, and when they cannot be had. */
export function useOffers(): Package[] {
  const { backend, options } = useBackend()
  const { data = [] } = useQuery({
    ...options,
    queryKey: ['priceList'],
    queryFn: async () => (await (await backend()).packages()).packages,
  })
  return data
}

/** Returns the package of the price list that a member has; the two share a name only. */
export function offerOf({ name }: MemberPackage, offers: Package[]): Package | undefined {
  return offers.find((offer) => offer.name.de === name || offer.name.en === name)
}

/** Returns a function that names a training by the equipment that it unlocks, in the language of the page. */
export function useTrainingNames(): (training: Training) => string {
  const locale = useLocale()
  const t = useTranslate()
  const { data } = useQuery({
    queryKey: ['equipmentNames', locale],
    queryFn: async () => (await askLive('/data/equipment', {}, locale, 'visitor')).data,
  })
  return (training) => trainingName(training, data ?? [], t)
}

/** "Unterweisung: Lasercutter"; its own title, which has one language, where its equipment has no name. */
export function trainingName(
  { title, resources }: Training,
  equipment: { id: number; name: string }[],
  t: Translate,
): string {
  const names = equipment.filter(({ id }) => resources.includes(id)).map(({ name }) => name)
  return names.length > 0 ? t('me_training_of', { machines: names.join(', ') }) : title
}

type Training = Pick<MemberTraining, 'title' | 'resources'>

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
