import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { errorMessage } from '../../clients/store-error.ts'
import { CheckInCode, type CheckedIn } from '../../contracts/course-place.ts'
import { Field } from '../forms/field.tsx'
import { Link } from '../frame/link.tsx'
import { clockTime } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { usePlaceClient } from '../me/use-places.ts'
import * as paths from '../paths.ts'
import { CheckInMark } from './check-in-mark.tsx'

interface CourseCheckInProps {
  dateId: number
  /** The code of the scan; null = it is typed. */
  scanned: string | null
}

/** Checks somebody in to their course: at once with a scanned code, else with the one they type. */
export function CourseCheckIn({ dateId, scanned }: CourseCheckInProps) {
  const t = useTranslate()
  const client = usePlaceClient()
  const { mutate, data, error, isPending } = useMutation({
    networkMode: 'always',
    mutationFn: async (code: string) => (await client()).checkInToCourse({ dateId, code }),
  })
  const begin = useEffectEvent(() => {
    if (scanned !== null) mutate(scanned)
  })
  useEffect(() => begin(), [])
  return (
    <>
      <div role="status">
        {data && <Arrived session={data} />}
        {isPending && <p>{t('check_in_busy')}</p>}
      </div>
      <div role="alert">
        {error && (
          <div className="notice error check-in-failed">
            <h2>{t('course_check_in_failed')}</h2>
            <p>{errorMessage(error)}</p>
          </div>
        )}
      </div>
      {!data && <CodeForm isBusy={isPending} onSend={mutate} />}
    </>
  )
}

function CodeForm({ isBusy, onSend }: { isBusy: boolean; onSend: (code: string) => void }) {
  const t = useTranslate()
  const input = useRef<HTMLInputElement>(null)
  const [isWrong, setIsWrong] = useState(false)
  function send(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const { success, data: code } = CheckInCode.safeParse(input.current?.value.replaceAll(/\s/g, ''))
    setIsWrong(!success)
    if (!success) input.current?.focus()
    else if (!isBusy) onSend(code)
  }
  return (
    <form onSubmit={send} noValidate>
      <Field
        form="check-in"
        name="code"
        label={t('course_check_in_code')}
        help={t('course_check_in_help')}
        error={isWrong && t('course_check_in_wrong')}
      >
        {(control) => (
          <input
            {...control}
            ref={input}
            className="check-in-code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={9}
            required
          />
        )}
      </Field>
      <div className="check-in-steps">
        <button type="submit" className="button" aria-disabled={isBusy}>
          {t('course_check_in_action')}
        </button>
      </div>
    </form>
  )
}

function Arrived({ session: { title, untilDateTime } }: { session: CheckedIn }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <>
      <CheckInMark />
      <p className="check-in-done">{t('course_check_in_done')}</p>
      <p>{t('course_check_in_until', { title: title[locale], until: clockTime(untilDateTime) })}</p>
      <div className="check-in-steps">
        <Link className="button" to={paths.me(locale, 'course')}>
          {t('place_own')}
        </Link>
      </div>
    </>
  )
}
