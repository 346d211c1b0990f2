import { data, redirectDocument } from 'react-router'
import { toLocal } from '../../../rules/time.ts'
import { servicesOf, type SiteServices } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { upstreamFailure } from '../../errors/upstream.ts'
import { formOf, runForm } from '../../forms/run-form.server.ts'
import { EmptyBench } from '../../frame/empty-bench.tsx'
import { Link } from '../../frame/link.tsx'
import { type Locale, localeOf, useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { isMoving, type OrderStage, stageOf } from '../../sign-up/order-stage.ts'
import { OrderState } from '../../sign-up/order-state.tsx'
import { ResendForm } from '../../sign-up/resend-verification.tsx'
import { nextStep, visitorOf } from '../../sign-up/visitor.server.ts'
import { type Introduction, WhatIsNext } from '../../sign-up/what-is-next.tsx'
import '../../sign-up/onboarding.css'
import '../../sign-up/order.css'
import '../../sign-up/end.css'
import '../../sign-up/sign-up.css'
import type { Route } from './+types/confirmation'

export const handle = { app: true }

/** The page holds the visitor's order; while something happens by itself, the browser asks again, also without script. */
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const meta = titled('onboarding_confirmation_title')

/** What is paid is given at once; a bank takes days. */
const refreshSeconds = (stage: OrderStage) => (stage === 'giving' ? 2 : 5)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const { signUp } = await visitorOf({ request, url, context })
  const order = signUp?.order ?? null
  const stage = order && stageOf(order)
  const refreshes = stage !== null && isMoving(stage) && !url.searchParams.has('still')
  const page = {
    order,
    stage,
    refreshes,
    email: signUp?.email ?? '',
    isSignedIn: signUp?.isSignedIn ?? false,
    isNewAccount: signUp?.isNewAccount ?? false,
    /** The first step that is not done, of a sign-up without an order. */
    open: signUp && !order ? openStep(signUp.done) : null,
    canResend: services.config.canResendVerification,
    introduction: stage === 'done' ? await introduction(services, localeOf(url.pathname)) : null,
  }
  return data(page, {
    headers: { ...uncached, ...(refreshes && { refresh: String(refreshSeconds(stage)) }) },
  })
}

/** Goes on with the payment, gives the order up for another choice, or sends the verification mail again. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const services = servicesOf(context)
  const { backend, token } = await visitorOf({ request, url, context })
  const wanted = (await formOf(request.clone())).get('do')
  if (wanted === 'pay') {
    const { url: page } = await backend.paySignUp({}).catch(upstreamFailure(services, url))
    if (page !== null) throw redirectDocument(page, { status: 303 })
    throw nextStep('confirmation', { url, context }, token)
  }
  if (wanted === 'change') {
    await backend.changeSignUp({}).catch(upstreamFailure(services, url))
    throw nextStep('payment', { url, context }, token)
  }
  return runForm(request, ResendForm, ({ email }) => backend.resendVerification(email), services.log)
}

function openStep(done: { contact: boolean; image: boolean }): 'contact' | 'image' | 'payment' {
  return !done.contact ? 'contact' : !done.image ? 'image' : 'payment'
}

/** The next date of a training that has a free seat: what new members begin with. null while none is known. */
async function introduction(services: SiteServices, locale: Locale): Promise<Introduction | null> {
  const [courses, { zone }] = await Promise.all([
    services.backend.courses().catch(() => []),
    services.space(locale),
  ])
  const now = toLocal(services.now(), zone)
  const coming = courses
    .filter(({ kind }) => kind === 'training')
    .flatMap((course) => course.dates.map((date) => ({ course, date })))
    .filter(({ date }) => date.freeSeats > 0 && date.fromDateTime > now)
    .toSorted((one, other) => (one.date.fromDateTime < other.date.fromDateTime ? -1 : 1))[0]
  if (!coming) return null
  const { course, date } = coming
  return { course: course.id, date: date.id, title: course.title[locale], from: date.fromDateTime }
}

/** The end of a sign-up; without an order it says nothing of anybody's (R14). */
export default function OnboardingConfirmation({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { order, stage, refreshes, open, email, isSignedIn, isNewAccount, canResend } = loaderData
  if (!order || !stage)
    return (
      <main id="content" className="page">
        <div className="coming">
          <div>
            <h1>{t('onboarding_confirmation_title')}</h1>
            <p>{t(open ? 'onboarding_confirmation_open' : 'onboarding_confirmation_none')}</p>
            <p className="actions">
              <Link className="button" to={paths.onboarding(locale, open ?? 'start')}>
                {t(open ? 'onboarding_confirmation_go_on' : 'onboarding_start_title')}
              </Link>
            </p>
          </div>
          <EmptyBench />
        </div>
      </main>
    )
  return (
    <main id="content" className="page onboarding narrow">
      <p className="hint">{t('onboarding_order_number', { number: order.number })}</p>
      <h1>{t(`onboarding_order_${stage}_title`, { name: order.name[locale] })}</h1>
      {stage === 'done' ? (
        <WhatIsNext
          order={order}
          email={email}
          isSignedIn={isSignedIn}
          isNewAccount={isNewAccount}
          canResend={canResend}
          introduction={loaderData.introduction}
          answered={actionData}
        />
      ) : (
        <OrderState order={order} stage={stage} />
      )}
      {refreshes && (
        <p className="hint">
          {t('onboarding_refreshes')}{' '}
          <a href={`${paths.onboarding(locale, 'confirmation')}?still=1`}>{t('onboarding_refreshes_stop')}</a>
        </p>
      )}
    </main>
  )
}
