import { useQuery } from '@tanstack/react-query'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { askLive } from '../../live/ask-data.ts'
import { Loaded } from '../../live/loaded.tsx'
import { OpenPaths, OwnTrainings } from '../../me/own-trainings.tsx'
import { useBackend } from '../../me/use-backend.ts'
import { useToday } from '../../me/use-rights.ts'

export const meta = titled('me_trainings_title')

/** What the member may do, until when and why, and the way to every other machine (R5). */
export default function Trainings() {
  const { backend, memberId, options } = useBackend()
  const locale = useLocale()
  const t = useTranslate()
  const today = useToday()
  const own = useQuery({
    ...options,
    queryKey: ['memberTrainings', memberId],
    queryFn: async () => (await backend()).memberTrainings(memberId),
  })
  const ways = useQuery({
    queryKey: ['trainingPaths', locale],
    queryFn: async () => (await askLive('/data/trainings', {}, locale, 'visitor')).data,
  })
  return (
    <section className="me-trainings">
      <h1>{t('me_trainings_title')}</h1>
      <Loaded query={own} failed={t('me_trainings_failed')}>
        {(trainings) => (
          <>
            <OwnTrainings trainings={trainings} paths={ways.data ?? []} today={today} />
            <Loaded query={ways} failed={t('me_trainings_paths_failed')}>
              {(paths) => <OpenPaths trainings={trainings} paths={paths} today={today} />}
            </Loaded>
          </>
        )}
      </Loaded>
    </section>
  )
}
