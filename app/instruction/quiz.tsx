import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { errorMessage } from '../../clients/store-error.ts'
import type { OwnInstruction } from '../../contracts/instruction.ts'
import { Link } from '../frame/link.tsx'
import { longDay } from '../i18n/format.ts'
import { type Locale, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { Loaded, WriteFailed } from '../live/loaded.tsx'
import * as paths from '../paths.ts'
import type { loader as rootLoader } from '../root.tsx'
import { SessionNotice } from '../session/require-member.tsx'
import { useSession } from '../session/session.ts'
import { QuizForm } from './quiz-form.tsx'
import { useInstruction } from './use-instruction.ts'

interface QuizProps {
  slug: string
  sections: { name: string; title: string }[]
}

/** The part after reading: a member begins, answers and learns the result. */
export function Quiz({ slug, sections }: QuizProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { error } = useSession()
  const { query, begin, finish } = useInstruction(slug)
  const heading = useRef<HTMLHeadingElement>(null)
  // A screen reader goes on with the part that a button has changed.
  const done = `${begin.data?.id ?? ''} ${finish.data?.id ?? ''}`
  useEffect(() => {
    if (done.trim()) heading.current?.focus()
  }, [done])
  if (error) return <SessionNotice />
  return (
    <section aria-labelledby="quiz-title">
      <h2 id="quiz-title" ref={heading} tabIndex={-1}>
        {t(query.data?.attempt ? 'instruction_questions' : 'instruction_quiz')}
      </h2>
      <Loaded query={query} failed={t('instruction_failed_to_load')} rows={1}>
        {(own) =>
          own.attempt ? (
            <QuizForm
              key={own.attempt.id}
              attempt={own.attempt}
              isBusy={finish.isPending}
              refusal={finish.error && errorMessage(finish.error)}
              send={finish.mutate}
            />
          ) : (
            <>
              <Standing own={own} sections={sections}>
                <Link to={paths.me(locale, 'trainings')}>{t('instruction_trainings')}</Link>
              </Standing>
              <div role="alert">
                {begin.error && (
                  <WriteFailed title={t('instruction_failed')} text={errorMessage(begin.error)} />
                )}
              </div>
              <Begin
                key={own.nextTry}
                own={own}
                isBusy={begin.isPending}
                begin={() => {
                  finish.reset()
                  begin.mutate()
                }}
              />
            </>
          )
        }
      </Loaded>
    </section>
  )
}

interface StandingProps extends Pick<QuizProps, 'sections'> {
  own: OwnInstruction
  /** The way on for somebody who has passed. */
  children?: ReactNode
}

/** The last result: valid until when, or what to read again. */
export function Standing({ own: { last, given }, sections, children }: StandingProps) {
  const t = useTranslate()
  const locale = useLocale()
  if (!last) return <p>{t('instruction_lead')}</p>
  const percent = t('instruction_percent', { percent: last.percent })
  if (last.state === 'passed')
    return (
      <div className="notice" role="status">
        <p className="notice-title">{t('instruction_passed')}</p>
        <p>
          {percent} {given?.until && t('instruction_until', { day: longDay(given.until, locale, true) })}
        </p>
        {children && <p>{children}</p>}
      </div>
    )
  return (
    <div className="notice error" role="status">
      <p className="notice-title">{t('instruction_not_passed')}</p>
      <p>
        {percent} {t('instruction_again')}
      </p>
      <ul>
        {sections
          .filter(({ name }) => last.again.includes(name))
          .map(({ name, title }) => (
            <li key={name}>
              <a href={`#${name}`}>{title}</a>
            </li>
          ))}
      </ul>
    </div>
  )
}

interface BeginProps {
  own: OwnInstruction
  isBusy: boolean
  /** Without it the button sends its form. */
  begin?: () => void
}

/** The button to a new attempt, or when one may begin. */
export function Begin({ own, isBusy, begin }: BeginProps) {
  const t = useTranslate()
  const locale = useLocale()
  const zone = useRouteLoaderData<typeof rootLoader>('root')?.space.zone ?? 'UTC'
  const { nextTry, last } = own
  const [readAt] = useState(() => new Date())
  if (nextTry && new Date(nextTry) > readAt)
    return <p>{t('instruction_next_try', { time: timeText(nextTry, zone, locale) })}</p>
  const isPassed = last?.state === 'passed'
  return (
    <button
      type={begin ? 'button' : 'submit'}
      className={isPassed ? 'button quiet' : 'button'}
      aria-disabled={isBusy}
      onClick={() => !isBusy && begin?.()}
    >
      {t(isPassed ? 'instruction_renew' : last ? 'instruction_retry' : 'instruction_begin')}
    </button>
  )
}

/** "24. November um 14:10" */
function timeText(instant: string, zone: string, locale: Locale): string {
  return new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    timeZone: zone,
    day: 'numeric',
    month: 'long',
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(new Date(instant))
    .replace(/^(\d+\.?) /, '$1\u00a0')
}
