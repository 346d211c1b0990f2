import { parseWithZod } from '@conform-to/zod/v4'
import { data, Form } from 'react-router'
import { isOpenToGuests } from '../../../rules/guests.ts'
import { toCents } from '../../../rules/money.ts'
import { type Answered, errorsOf, typedIn } from '../../contract/declare.server.ts'
import { servicesOf } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { guestForm, guestRequestOf } from '../../events/guest-fields.ts'
import { GuestFields } from '../../events/guest-fields.tsx'
import { courseOf } from '../../events/sign-up-course.server.ts'
import { ErrorLinks, ErrorSummary } from '../../forms/error-summary.tsx'
import { formOf, refusalOf } from '../../forms/run-form.server.ts'
import { Link } from '../../frame/link.tsx'
import { localeOf, useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { PlaceHead } from '../../me/place-head.tsx'
import { SignUpSummary } from '../../me/sign-up-summary.tsx'
import { WaitingNote } from '../../me/waiting-note.tsx'
import * as paths from '../../paths.ts'
import { PlaceDates } from './place-dates.tsx'
import type { Route } from './+types/guest'
import '../../me/me.css'
import '../../me/places.css'
import '../../sign-up/onboarding.css'

export const handle = { app: true }

export function meta(args: Route.MetaArgs) {
  const title = args.loaderData?.date?.freeSeats === 0 ? 'guest_link_list' : 'guest_title'
  return [...titled(title)(args), { name: 'robots', content: 'noindex' }]
}

export const headers: Route.HeadersFunction = () => uncached

/** `/events/{id}-{slug}/guest?date={id}`: a sign-up for a date without an account, also without JavaScript. */
export async function loader({ params, url, context }: Route.LoaderArgs) {
  const signUp = await courseOf({ params, url, context }, 'guest')
  const { course, dates, date, isClosed, freeUntil, drawing } = signUp
  return data({ course, dates, date, isClosed, freeUntil, drawing })
}

type Sent = { step: 'sent' } | Extract<Answered, { step: 'form' }>

/** Mails the link. The answer is the same for every address. */
export async function action({ request, params, url, context }: Route.ActionArgs) {
  const { backendFor, log } = servicesOf(context)
  const { course, date } = await courseOf({ params, url, context }, 'guest', 308)
  const schema = guestForm(course)
  const form = await formOf(request)
  const typed = typedIn(form, schema)
  const answer = (sent: Sent, status: number) => data(sent, { status, headers: uncached })
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success')
    return answer({ step: 'form', typed, errors: errorsOf(submission.error ?? {}, schema) }, 422)
  if (!date) throw data(`Page not found: ${url.pathname}`, { status: 404 })
  try {
    const backend = backendFor(request, localeOf(url.pathname))
    await backend.askGuestPlace(guestRequestOf(submission.value, date.id))
    return answer({ step: 'sent' }, 200)
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) log.error({ err: error }, 'a sign-up of a guest was not received')
    const { status, message } = refusal ?? { status: 500, message: '' }
    return answer({ step: 'form', typed, errors: {}, refusal: message }, status)
  }
}

export default function GuestSignUp({ loaderData, actionData }: Route.ComponentProps) {
  const { course, dates, date, isClosed, freeUntil, drawing } = loaderData
  const t = useTranslate()
  const locale = useLocale()
  const title = course.title[locale]
  const isFull = date?.freeSeats === 0
  return (
    <main id="content" className="page onboarding narrow place-page">
      <PlaceHead course={course} date={date} drawing={drawing} />
      {!isOpenToGuests(course) ? (
        <p className="notice">
          {t('guest_needs_account')}{' '}
          <Link to={paths.page(locale, 'register')}>{t('invitation_register')}</Link>
        </p>
      ) : !date ? (
        <PlaceDates
          {...{ course, dates, isClosed }}
          hrefOf={(id) => paths.eventGuest(locale, course.id, title, id)}
        />
      ) : actionData?.step === 'sent' ? (
        <div className="notice success" role="status">
          <p>{t('guest_sent')}</p>
          <p>{t('guest_sent_hint')}</p>
        </div>
      ) : (
        <>
          {isFull && <WaitingNote date={date} party={1} isPaid={Number(course.price) > 0} />}
          <SignUpSummary
            course={course}
            date={date}
            party={1}
            cents={toCents(course.price)}
            freeUntil={freeUntil}
            isFull={isFull}
          />
          <AskForm course={course} isFull={isFull} answered={actionData} />
        </>
      )}
      <p className="place-other">
        <Link to={paths.event(locale, course.id, title)}>{t('place_other_dates')}</Link>
      </p>
    </main>
  )
}

function AskForm({
  course,
  isFull,
  answered,
}: Pick<Route.ComponentProps['loaderData'], 'course'> & {
  isFull: boolean
  answered: Exclude<Sent, { step: 'sent' }> | undefined
}) {
  const t = useTranslate()
  const errors = answered?.errors ?? {}
  const isRefused = answered?.refusal !== undefined || Object.keys(errors).length > 0
  const refusal = answered?.refusal === '' ? t('place_failed') : answered?.refusal
  return (
    <Form method="post" reloadDocument noValidate className="place-form">
      {isRefused && (
        <ErrorSummary title={t('form_error_title')} about={answered} level={2}>
          {refusal ? <p>{refusal}</p> : <ErrorLinks form="guest" errors={errors} />}
        </ErrorSummary>
      )}
      <p>{t(isFull ? 'guest_lead_list' : 'guest_lead')}</p>
      <GuestFields
        hasAgeRule={course.hasAgeRule}
        isPaid={Number(course.price) > 0}
        typed={answered?.typed ?? {}}
        errors={errors}
      />
      <button type="submit" className="button next">
        {t('guest_ask')}
      </button>
      <p className="hint">{t(isFull ? 'guest_ask_hint_list' : 'guest_ask_hint')}</p>
    </Form>
  )
}
