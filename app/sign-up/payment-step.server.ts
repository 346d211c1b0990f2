import { data, redirectDocument } from 'react-router'
import type { SiteBackendClient } from '../../clients/site-backend.ts'
import { StoreError } from '../../clients/store-error.ts'
import { problems } from '../../contracts/problem-texts.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { formOf, runForm } from '../forms/run-form.server.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import { paymentForm, paymentMessage } from './payment-fields.ts'
import { consentTexts, shownOrder } from './shown-order.server.ts'
import { type Asked, nextStep, visitorOf } from './visitor.server.ts'

/** The browser asks again while a guardian is asked, also without script. */
const refresh = '5'

/** Loads the last step: what it costs. The guards have passed: there is a sign-up. */
export async function loadPayment({ request, url, context }: Asked) {
  const services = servicesOf(context)
  const { signUp, backend } = await visitorOf({ request, url, context })
  if (!signUp) throw new Error('no sign-up behind the guards')
  const locale = localeOf(url.pathname)
  const [{ offer, later, shown }, { email }] = await Promise.all([
    shownNow(services, backend, locale).catch(upstreamFailure(services, url)),
    services.space(locale),
  ])
  const { guardian } = signUp
  const waits = guardian !== null && guardian.wasAsked && !guardian.hasAgreed
  const refreshes = waits && !url.searchParams.has('still')
  return data(
    { signUp, offer, later, shown, email, refreshes, address: url.pathname },
    { headers: { ...uncached, ...(refreshes && { refresh }) } },
  )
}

/** Places the order, and leads to its payment. */
export async function placeOrder({ request, url, context }: Asked) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const { backend, token, signUp } = await visitorOf({ request, url, context })
  const flow = signUp?.flow ?? 'onboarding'
  const form = await formOf(request)
  if (form.get('ask') === 'guardian') {
    await backend.askGuardian({}).catch(upstreamFailure(services, url))
    throw nextStep({ flow, step: 'payment' }, { url, context }, token)
  }
  const now = await shownNow(services, backend, locale).catch(upstreamFailure(services, url))
  const { offer, later, texts } = now
  const isOther = form.get('shown') !== now.shown
  let paysAt: string | null = null
  let isPlaced = false
  const answer = await runForm(
    form,
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
    { hidden: isOther ? ['early', 'terms', 'withdrawal'] : [], messageOf: paymentMessage },
  )
  if (!isPlaced) return answer
  if (paysAt !== null) throw redirectDocument(paysAt, { status: 303 })
  throw nextStep({ flow, step: 'confirmation' }, { url, context }, token)
}

/** What the page shows of the order now, and a hash of it. @throws StoreError, ContentUnavailable */
async function shownNow(services: SiteServices, backend: SiteBackendClient, locale: Locale) {
  const offers = await backend.signUpOffer()
  const texts = await consentTexts(services, locale, offers.later !== null)
  return { ...offers, texts, offersShown: offers.shown, shown: shownOrder(offers.shown, texts) }
}
