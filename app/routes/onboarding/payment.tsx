import { redirectDocument } from 'react-router'
import type { BackendClient } from '../../../clients/backend.ts'
import { StoreError } from '../../../clients/store-error.ts'
import { problems } from '../../../contracts/problem.ts'
import { servicesOf, type SiteServices } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { upstreamFailure } from '../../errors/upstream.ts'
import { formOf, runForm } from '../../forms/run-form.server.ts'
import { Link } from '../../frame/link.tsx'
import { guard } from '../../guards/guard.ts'
import { type Locale, localeOf, useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { GuardianNotice } from '../../sign-up/guardian-notice.tsx'
import { OrderSummary } from '../../sign-up/order-summary.tsx'
import { paymentForm } from '../../sign-up/payment-fields.ts'
import { PaymentForm } from '../../sign-up/payment-form.tsx'
import { consentTexts, shownOrder } from '../../sign-up/shown-order.server.ts'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { leaveOrdered, nextStep, progressOf, visitorOf } from '../../sign-up/visitor.server.ts'
import '../../sign-up/order.css'
import type { Route } from './+types/payment'

export const handle = { app: true }

/** The page holds the visitor's order. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = titled('onboarding_payment_title')

/** A refused order shows what it costs now. */
export const shouldRevalidate = () => true

/** Leads to the first step that is not done (R11). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, url, context }) => {
    const visitor = await visitorOf({ request, url, context })
    const guards = guard('onboarding-start', 'onboarding-contact', 'onboarding-image')
    guards({ url, progress: progressOf(visitor.signUp) })
    leaveOrdered(visitor, url)
  },
]

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const { signUp, backend } = await visitorOf({ request, url, context })
  if (!signUp) throw new Error('no sign-up behind the guards')
  const locale = localeOf(url.pathname)
  const [{ offer, later, shown }, { email }] = await Promise.all([
    shownNow(services, backend, locale).catch(upstreamFailure(services, url)),
    services.space(locale),
  ])
  return { signUp, offer, later, shown, email }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const { backend, token } = await visitorOf({ request, url, context })
  const form = await formOf(request.clone())
  if (form.get('ask') === 'guardian') {
    await backend.askGuardian({}).catch(upstreamFailure(services, url))
    throw nextStep('payment', { url, context }, token)
  }
  const now = await shownNow(services, backend, locale).catch(upstreamFailure(services, url))
  const { offer, later, texts } = now
  const isOther = form.get('shown') !== now.shown
  let paysAt: string | null = null
  let isPlaced = false
  const answer = await runForm(
    request,
    paymentForm(later !== null),
    async ({ starts, paysBy }) => {
      if (isOther || !offer) throw new StoreError(409, null, { message: problems.offerChanged[locale] })
      const startsEarly = later === null || starts === 'now'
      const consents = texts.filter(({ kind }) => startsEarly || kind !== 'earlyStart')
      const asked = { shownCents: offer.totalCents, shown: now.offersShown, paysBy, startsEarly, consents }
      const { url } = await backend.placeSignUpOrder(asked)
      paysAt = url
      isPlaced = true
    },
    services.log,
    // Nobody agrees to what they have not seen.
    { hidden: isOther ? ['early', 'terms', 'withdrawal'] : [] },
  )
  if (!isPlaced) return answer
  if (paysAt !== null) throw redirectDocument(paysAt, { status: 303 })
  throw nextStep('confirmation', { url, context }, token)
}

/** What the page shows of the order now, and a hash of it. @throws StoreError, ContentUnavailable */
async function shownNow(services: SiteServices, backend: BackendClient, locale: Locale) {
  const offers = await backend.signUpOffer()
  const texts = await consentTexts(services, locale, offers.later !== null)
  return { ...offers, texts, offersShown: offers.shown, shown: shownOrder(offers.shown, texts) }
}

/** The fourth step: what it costs, how it is paid, and the order (R11). */
export default function OnboardingPayment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { signUp, offer, later, shown, email } = loaderData
  const { guardian } = signUp
  return (
    <SignUpPage step="payment" done={signUp.done} title="onboarding_payment_title">
      {offer === null ? (
        <div className="notice error" role="alert">
          <p>{t('onboarding_payment_gone')}</p>
          <Link className="button" to={paths.onboarding(locale)}>
            {t('onboarding_choice_change')}
          </Link>
        </div>
      ) : guardian && !guardian.hasAgreed ? (
        <>
          <GuardianNotice guardian={guardian} />
          <OrderSummary offer={offer} email={email} />
        </>
      ) : (
        <PaymentForm
          // A changed offer is another form: what was typed belongs to the old one.
          key={shown}
          shown={shown}
          offer={offer}
          later={later}
          email={email}
          answered={actionData}
        />
      )}
    </SignUpPage>
  )
}
