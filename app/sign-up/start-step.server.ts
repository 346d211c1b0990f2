import type { SoldItem } from '../../contracts/order.ts'
import type { Package } from '../../contracts/package.ts'
import type { SignUpAccount, SignUpFlow } from '../../contracts/sign-up.ts'
import { minimumAge } from '../../rules/contact.ts'
import { daysAhead } from '../../rules/sign-up.ts'
import { addDays, dayOf, toLocal } from '../../rules/time.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { formOf, runForm } from '../forms/run-form.server.ts'
import { localeOf } from '../i18n/locale.ts'
import { startForm, startMessage } from './start-fields.ts'
import {
  type Asked,
  beginAnew,
  leaveOrdered,
  nextStep,
  type VisitorSignUp,
  visitorOf,
} from './visitor.server.ts'

/**
 * Loads the step that asks for a package and an account; `?package=` chooses one by its id or name.
 * @param stays the page says by itself that there is an order, instead of leading to it
 */
export async function loadStart(
  { request, url, context }: Asked,
  flow: SignUpFlow,
  { stays = false }: { stays?: boolean } = {},
) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const visitor = await visitorOf({ request, url, context })
  const isDone = isOver(visitor)
  if (!isDone && !stays) leaveOrdered(visitor, url)
  const { packages } = await services.backend.packages().catch(upstreamFailure(services, url))
  const offered = packages.filter(({ kind }) => isOf(flow, kind))
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
    hasOrder: !isDone && Boolean(visitor.signUp?.order),
    isTooOld: visitor.token !== null && visitor.signUp === null,
    otherAccount: url.searchParams.get('account') === 'other',
    challenge: `${services.config.backendUrl}/altcha`,
  }
}

/** Registers a new account, counted against the visitor's own network, and stores the step. */
export async function storeStart({ request, url, context }: Asked, flow: SignUpFlow) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const visitor = await visitorOf({ request, url, context })
  const isDone = isOver(visitor)
  if (!isDone) leaveOrdered(visitor, url)
  const sent = await formOf(request)
  if (sent.get('do') === 'anew') throw beginAnew({ url, context }, flow)
  const backend = isDone ? services.backendFor(request, locale) : visitor.backend
  const { packages } = await services.backend.packages().catch(upstreamFailure(services, url))
  const dayPackages = packages.filter(({ kind }) => kind === 'day').map(({ id }) => id)
  let next: Response | null = null
  const answer = await runForm(
    sent,
    startForm(dayPackages),
    async (form) => {
      const { email = '', password = '', altcha = '', assertion = '', newsletter, day = '' } = form
      if (form.account === 'new') {
        const user_metadata = { locale, newsletter: newsletter === 'on', source: flow }
        await backend.register({ email, password, altcha, user_metadata })
      }
      const id = Number(form.package)
      const item: SoldItem =
        flow === 'team'
          ? { kind: 'team', package: id, ownerTakesSeat: true }
          : dayPackages.includes(id)
            ? { kind: 'dayPass', package: id, day }
            : { kind: 'membership', package: id }
      const account: SignUpAccount =
        form.account === 'assertion'
          ? { by: 'assertion', assertion }
          : form.account === 'kept'
            ? { by: 'kept' }
            : { by: 'typed', email, isNew: form.account === 'new' }
      const { token } = await backend.startSignUp({ item, account })
      next = nextStep({ flow, step: 'contact' }, { url, context }, token ?? visitor.token)
    },
    services.log,
    { hidden: ['password', 'altcha', 'assertion'], messageOf: startMessage },
  )
  if (next) throw next as Response
  return answer
}

/** Whether a kind of package is sold on the pages of a flow. */
function isOf(flow: SignUpFlow, kind: Package['kind']): boolean {
  return (flow === 'team') === (kind === 'team')
}

/** The order was given or taken back: the next sign-up begins anew. */
function isOver({ signUp }: VisitorSignUp): boolean {
  return ['fulfilled', 'refunded'].includes(signUp?.order?.state ?? '')
}
