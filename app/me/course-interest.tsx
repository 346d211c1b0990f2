import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorMessage } from '../../clients/store-error.ts'
import { useTranslate } from '../i18n/messages.ts'
import { ListSkeleton, Loaded, WriteFailed } from '../live/loaded.tsx'
import { useSession } from '../session/session.ts'
import { WaysIn } from '../session/ways-in.tsx'
import { usePlaceClient } from './use-places.ts'

/** For people whom no date suits: turns mails about new ones on and off. @param here the path of the page */
export function CourseInterest({ courseId, here }: { courseId: number; here: string }) {
  const { status } = useSession()
  const t = useTranslate()
  return (
    <section className="place-news" aria-labelledby="interest">
      <h2 id="interest">{t('interest_title')}</h2>
      {status === 'authenticated' ? (
        <Switch courseId={courseId} />
      ) : status === 'anonymous' ? (
        <WaysIn here={here} quiet>
          {t('interest_account')}
        </WaysIn>
      ) : (
        <>
          <noscript>
            <p className="notice">{t('interest_needs_script')}</p>
          </noscript>
          <ListSkeleton rows={1} />
        </>
      )}
    </section>
  )
}

function Switch({ courseId }: { courseId: number }) {
  const t = useTranslate()
  const client = usePlaceClient()
  const cache = useQueryClient()
  const { user } = useSession()
  const queryKey = ['courseInterest', user?.sub, courseId]
  const query = useQuery({
    networkMode: 'always',
    queryKey,
    queryFn: async () => (await client()).courseInterest({ courseId }),
  })
  const { mutate, isPending, error } = useMutation({
    networkMode: 'always',
    mutationFn: async (isOn: boolean) => (await client()).setCourseInterest({ courseId, isOn }),
    onSuccess: (choice) => cache.setQueryData(queryKey, choice),
  })
  return (
    <Loaded query={query} failed={t('interest_failed_to_load')} rows={1}>
      {({ isOn }) => (
        <>
          <p role="status">{t(isOn ? 'interest_on' : 'interest_off')}</p>
          <div role="alert">
            {error && <WriteFailed title={t('interest_failed')} text={errorMessage(error)} />}
          </div>
          <button
            type="button"
            className="button quiet"
            aria-busy={isPending || undefined}
            onClick={() => !isPending && mutate(!isOn)}
          >
            {t(isOn ? 'interest_end' : 'interest_begin')}
          </button>
        </>
      )}
    </Loaded>
  )
}
