import { data, redirectDocument } from 'react-router'
import type { Contact, SignUp, SignUpFlow } from '../../contracts/sign-up.ts'
import { toLocal } from '../../rules/time.ts'
import { servicesOf, type SiteServices } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { StoreError } from '../../clients/store-error.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { formOf, runForm } from '../forms/run-form.server.ts'
import { type Locale, localeOf } from '../i18n/locale.ts'
import { isMoving, type OrderStage, stageOf } from './order-stage.ts'
import { ResendForm } from './resend-verification.tsx'
import { type Asked, nextStep, visitorOf } from './visitor.server.ts'
import type { Introduction } from './what-is-next.tsx'

/** What is paid is given at once; a bank takes days. */
const refreshSeconds = (stage: OrderStage) => (stage === 'giving' ? 2 : 5)

/** Loads the end of a sign-up; while something happens by itself, the browser asks again, also without script. */
export async function loadConfirmation({ request, url, context }: Asked, here: SignUpFlow) {
  const services = servicesOf(context)
  const { backend, signUp } = await visitorOf({ request, url, context })
  const order = signUp?.order ?? null
  const stage = order && stageOf(order)
  const refreshes = stage !== null && isMoving(stage) && !url.searchParams.has('still')
  const page = {
    /** A visitor has one sign-up, of either kind. */
    flow: signUp?.flow ?? here,
    address: url.pathname,
    order,
    stage,
    refreshes,
    email: signUp?.email ?? '',
    isSignedIn: signUp?.isSignedIn ?? false,
    isNewAccount: signUp?.isNewAccount ?? false,
    /** The first step that is not done, of a sign-up without an order. */
    open: signUp && !order ? openStep(signUp) : null,
    canResend: services.config.canResendVerification,
    /** The owner of the shown card; null until the order is fulfilled. */
    person: stage === 'done' && signUp?.contact ? personOf(signUp.contact) : null,
    /** Whether the photo of the sign-up is still there: the member may have changed it. */
    hasPhoto:
      stage === 'done' &&
      signUp?.image === 'given' &&
      (await backend.signUpPhoto().catch(() => null)) !== null,
    introductions: stage === 'done' ? await introductions(services, localeOf(url.pathname)) : [],
  }
  return data(page, {
    headers: { ...uncached, ...(refreshes && { refresh: String(refreshSeconds(stage)) }) },
  })
}

/** Goes on with the payment, gives the order up for another choice, or sends the verification mail again. */
export async function changeOrder({ request, url, context }: Asked, here: SignUpFlow) {
  const services = servicesOf(context)
  const { backend, token, signUp } = await visitorOf({ request, url, context })
  const flow = signUp?.flow ?? here
  const form = await formOf(request)
  const wanted = form.get('do')
  if (wanted === 'pay') {
    const { url: page } = await backend.paySignUp({}).catch(upstreamFailure(services, url))
    if (page !== null) throw redirectDocument(page, { status: 303 })
    throw nextStep({ flow, step: 'confirmation' }, { url, context }, token)
  }
  if (wanted === 'change') {
    await backend.changeSignUp({}).catch((error: unknown) => {
      // It was paid in another tab meanwhile: the page shows that.
      if (error instanceof StoreError && error.problem?.code === 'conflict')
        throw nextStep({ flow, step: 'confirmation' }, { url, context }, token)
      return upstreamFailure(services, url)(error)
    })
    throw nextStep({ flow, step: 'payment' }, { url, context }, token)
  }
  return runForm(form, ResendForm, ({ email }) => backend.resendVerification(email), services.log)
}

function personOf({ firstName, lastName, company, buysFor }: Contact) {
  return { firstName, lastName, company: buysFor === 'company' && company !== '' ? company : null }
}

function openStep({ done }: Pick<SignUp, 'done'>): 'contact' | 'image' | 'payment' {
  return !done.contact ? 'contact' : !done.image ? 'image' : 'payment'
}

/**
 * The next date with a free seat of each of the three trainings that come first: what new members begin with. Those that need
 * another training before, or unlock nothing that can be booked now, come later.
 */
export async function introductions(
  services: Pick<SiteServices, 'backend' | 'connector' | 'now' | 'space'>,
  locale: Locale,
): Promise<Introduction[]> {
  const [courses, trainings, equipment, { zone }] = await Promise.all([
    services.backend.courses().catch(() => []),
    services.connector.trainingCourses().catch(() => []),
    services.connector.equipment().catch(() => []),
    services.space(locale),
  ])
  const now = toLocal(services.now(), zone)
  const usable = equipment.filter(({ state, canBeBooked }) => state === 'active' && canBeBooked)
  const unlocks = (training: number) =>
    trainings.some(
      ({ id, resources }) => id === training && usable.some((each) => resources.includes(each.id)),
    )
  return courses
    .filter(
      ({ kind, requires, grants }) =>
        kind === 'training' && requires.length === 0 && grants.some((training) => unlocks(training)),
    )
    .flatMap(({ id, title, dates }) => {
      const [next] = dates
        .filter(({ freeSeats, fromDateTime }) => freeSeats > 0 && fromDateTime > now)
        .toSorted((one, other) => one.fromDateTime.localeCompare(other.fromDateTime))
      return next ? [{ course: id, title: title[locale], date: next.id, from: next.fromDateTime }] : []
    })
    .toSorted((one, other) => one.from.localeCompare(other.from))
    .slice(0, 3)
}
