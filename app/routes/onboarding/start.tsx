import { Form } from 'react-router'
import type { OrderedItem } from '../../../contracts/order.ts'
import { type SignUpAccount, signUpDays } from '../../../contracts/sign-up.ts'
import { minimumAge } from '../../../rules/contact.ts'
import { daysAhead } from '../../../rules/sign-up.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import { servicesOf } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { upstreamFailure } from '../../errors/upstream.ts'
import { formOf, runForm } from '../../forms/run-form.server.ts'
import { listed } from '../../frame/content-page.tsx'
import { Link } from '../../frame/link.tsx'
import { localeOf, useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import * as paths from '../../paths.ts'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { startForm, startMessage } from '../../sign-up/start-fields.ts'
import { StartForm } from '../../sign-up/start-form.tsx'
import { useAssertion } from '../../sign-up/use-assertion.ts'
import {
  beginAnew,
  leaveOrdered,
  nextStep,
  type VisitorSignUp,
  visitorOf,
} from '../../sign-up/visitor.server.ts'
import '../../sign-up/choices.css'
import type { Route } from './+types/start'

export const handle = { app: true }

/** The page holds what the visitor chose before. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = listed('onboarding_start_title', 'onboarding_start_description', paths.onboarding)

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const visitor = await visitorOf({ request, url, context })
  const isDone = isOver(visitor)
  if (!isDone) leaveOrdered(visitor, url)
  const { packages } = await services.backend.packages().catch(upstreamFailure(services, url))
  const offered = packages.filter(({ kind }) => kind !== 'team')
  const wanted = url.searchParams.get('package')
  const { zone } = await services.space(locale)
  const today = dayOf(toLocal(services.now(), zone))
  return {
    packages: offered,
    chosen:
      offered.find(({ id, name }) => wanted !== null && [String(id), name.de, name.en].includes(wanted))
        ?.id ?? null,
    days: { first: today, last: addDays(today, daysAhead), ahead: daysAhead },
    // Named here: the rules are none of this page's code.
    minimumAge,
    signUp: isDone ? null : visitor.signUp,
    isTooOld: visitor.token !== null && visitor.signUp === null,
    otherAccount: url.searchParams.get('account') === 'other',
    challenge: `${services.config.backendUrl}/altcha`,
  }
}

/** The order was given or taken back: the next sign-up begins anew. */
function isOver({ signUp }: VisitorSignUp): boolean {
  return ['fulfilled', 'refunded'].includes(signUp?.order?.state ?? '')
}

/** Registers a new account, counted against the visitor's own network, and stores the step. */
export async function action({ request, url, context }: Route.ActionArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const visitor = await visitorOf({ request, url, context })
  const isDone = isOver(visitor)
  if (!isDone) leaveOrdered(visitor, url)
  if ((await formOf(request.clone())).get('do') === 'anew') throw beginAnew({ url, context })
  const backend = isDone ? services.backendFor(request, locale) : visitor.backend
  const { packages } = await services.backend.packages().catch(upstreamFailure(services, url))
  const dayPackages = packages.filter(({ kind }) => kind === 'day').map(({ id }) => id)
  let next: Response | null = null
  const answer = await runForm(
    request,
    startForm(dayPackages),
    async (form) => {
      const { email = '', password = '', altcha = '', assertion = '', newsletter, day = '' } = form
      if (form.account === 'new') {
        const user_metadata = { locale, newsletter: newsletter === 'on', source: 'onboarding' }
        await backend.register({ email, password, altcha, user_metadata })
      }
      const id = Number(form.package)
      const item: OrderedItem = dayPackages.includes(id)
        ? { kind: 'dayPass', package: id, day }
        : { kind: 'membership', package: id }
      const account: SignUpAccount =
        form.account === 'assertion'
          ? { by: 'assertion', assertion }
          : form.account === 'kept'
            ? { by: 'kept' }
            : { by: 'typed', email, isNew: form.account === 'new' }
      const { token } = await backend.startSignUp({ item, account })
      next = nextStep('contact', { url, context }, token ?? visitor.token)
    },
    services.log,
    { hidden: ['password', 'altcha', 'assertion'], messageOf: startMessage },
  )
  if (next) throw next as Response
  return answer
}

/** The first step: which package, and whose account (R10). */
export default function OnboardingStart({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const assertion = useAssertion()
  const { signUp, isTooOld } = loaderData
  return (
    <SignUpPage
      step="start"
      done={signUp?.done ?? null}
      title="onboarding_start_title"
      aside={<WhatYouNeed age={loaderData.minimumAge} />}
    >
      <p className="lead">{t('onboarding_start_lead', { days: signUpDays })}</p>
      {isTooOld && (
        <p className="notice" role="status">
          {t('onboarding_too_old', { days: signUpDays })}
        </p>
      )}
      {assertion?.hasPackage && (
        <div className="notice" role="status">
          <p>{t('onboarding_has_package')}</p>
          <Link to={paths.me(locale, 'packages')}>{t('me_packages_title')}</Link>
        </div>
      )}
      <StartForm {...loaderData} assertion={assertion} answered={actionData} />
      {signUp && (
        <Form method="post" className="other-way">
          <input type="hidden" name="do" value="anew" />
          <button type="submit" className="button quiet">
            {t('onboarding_anew')}
          </button>
          <p className="hint">{t('onboarding_anew_hint')}</p>
        </Form>
      )}
    </SignUpPage>
  )
}

/** Tells the conditions of joining and the ways to pay before the visitor types anything (§ 312j (1) BGB). */
function WhatYouNeed({ age }: { age: number }) {
  const t = useTranslate()
  return (
    <aside className="choice-block need-block" aria-labelledby="need-block">
      <h2 id="need-block">{t('onboarding_need')}</h2>
      <ul>
        <li>{t('onboarding_need_age', { age })}</li>
        <li>{t('onboarding_need_address')}</li>
        <li>{t('onboarding_need_payment')}</li>
        <li>{t('onboarding_need_photo')}</li>
      </ul>
    </aside>
  )
}
