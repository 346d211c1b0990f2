import { redirectDocument } from 'react-router'
import type { OrderConsent } from '../../../contracts/order.ts'
import { servicesOf, type SiteServices } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { upstreamFailure } from '../../errors/upstream.ts'
import { formOf, runForm } from '../../forms/run-form.server.ts'
import { Link } from '../../frame/link.tsx'
import { guard } from '../../guards/guard.ts'
import { type Locale, localeOf, useLocale } from '../../i18n/locale.ts'
import { translate, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { GuardianNotice } from '../../sign-up/guardian-notice.tsx'
import { plainText } from '../../sign-up/legal-text.server.ts'
import { OrderSummary } from '../../sign-up/order-summary.tsx'
import { paymentForm } from '../../sign-up/payment-fields.ts'
import { PaymentForm } from '../../sign-up/payment-form.tsx'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { leaveOrdered, nextStep, progressOf, visitorOf } from '../../sign-up/visitor.server.ts'
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
  const [offers, { email }] = await Promise.all([
    backend.signUpOffer().catch(upstreamFailure(services, url)),
    services.space(localeOf(url.pathname)),
  ])
  return { signUp, ...offers, email }
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
  const { later } = await backend.signUpOffer().catch(upstreamFailure(services, url))
  let paysAt: string | null = null
  let isPlaced = false
  const answer = await runForm(
    request,
    paymentForm(later !== null),
    async ({ starts, paysBy, shownCents }) => {
      const startsEarly = later === null || starts === 'now'
      const consents = await agreedTexts(services, locale, { canWithdraw: later !== null, startsEarly })
      const asked = { shownCents: Number(shownCents), paysBy, startsEarly, consents }
      const { url } = await backend.placeSignUpOrder(asked)
      paysAt = url
      isPlaced = true
    },
    services.log,
  )
  if (!isPlaced) return answer
  if (paysAt !== null) throw redirectDocument(paysAt, { status: 303 })
  throw nextStep('confirmation', { url, context }, token)
}

/** The texts that were shown, word for word. @throws ContentUnavailable */
async function agreedTexts(
  { content }: SiteServices,
  locale: Locale,
  { canWithdraw, startsEarly }: { canWithdraw: boolean; startsEarly: boolean },
): Promise<OrderConsent[]> {
  const textAt = async (path: string) =>
    plainText((await content.story(path.replace(/^\/(en\/)?/, ''), locale))?.content)
  const terms = { kind: 'terms', text: await textAt(paths.terms(locale)) } as const
  if (!canWithdraw) return [terms]
  return [
    terms,
    { kind: 'withdrawal', text: await textAt(paths.withdrawal(locale)) },
    ...(startsEarly
      ? [{ kind: 'earlyStart', text: translate(locale, 'onboarding_payment_early') } as const]
      : []),
  ]
}

/** The fourth step: what it costs, how it is paid, and the order (R11). */
export default function OnboardingPayment({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { signUp, offer, later, email } = loaderData
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
          key={offer.totalCents}
          offer={offer}
          later={later}
          email={email}
          answered={actionData}
        />
      )}
    </SignUpPage>
  )
}
