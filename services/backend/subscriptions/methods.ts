import type { MethodState } from '../../../contracts/subscription.ts'
import { type Locale, Problem } from '../../../contracts/problem.ts'
import { customerOf } from '../orders/fulfilment.store.ts'
import { sendMail } from '../orders/order-mails.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import { buyerOfMember } from '../orders/placing.ts'
import type { PaymentProfile } from '../payments/provider.ts'
import { contractView } from './cancelling.ts'
import * as store from './methods.store.ts'
import { methodMail } from './subscription-mails.ts'
import * as subscriptions from './subscriptions.store.ts'
import { hrefOf } from '../../../platform/site-href.ts'

/** A page that expires within this time is no longer shown to anybody. */
const shortestMs = 2 * 60_000
const hourMs = 3_600_000
/** A provider keeps its keys for a day: after this time a setup without a page is ended. */
const unopenedMs = 20 * hourMs
const keptMs = 90 * 24 * hourMs

interface Begun {
  member: number
  /** The contract that the page was opened from. */
  contract: subscriptions.StoredSubscription
  locale: Locale
}

/**
 * Returns the provider's page on which a member leaves another card or account for what is taken later. Nothing is paid
 * there. A repeat, also of another tab, gets the same page until it is used.
 * @throws Problem `notFound` for a contract that takes no money by itself, `orderRunning` while a bank decides,
 *   `upstreamUnavailable`
 */
export async function beginMethod(parts: Ordering, begun: Begun): Promise<{ url: string }> {
  const { db, clock } = parts
  const { member, contract, locale } = begun
  const view = await contractView(parts, contract)
  if (!view?.isCharged || contract.memberId !== member) throw new Problem('notFound')
  const row = { memberId: member, subscriptionId: contract.id, locale, createdAt: clock() }
  // Each turn changes one thing: it begins a setup, opens its page, or looks at it, because a used one leads nowhere.
  for (let turn = 0; turn < 5; turn++) {
    const last = await store.latestOf(db, member)
    if (last?.state !== 'open') await store.insertSetup(db, row)
    else if (last.providerRef === null) await openPage(parts, last)
    else if ((await lookAtMethod(parts, last)) === 'open' && isUsable(parts, last)) return { url: last.url }
  }
  throw new Problem('orderRunning')
}

function isUsable(
  { clock }: Ordering,
  setup: store.MethodSetup,
): setup is store.MethodSetup & { url: string } {
  return setup.url !== null && Number(setup.expiresAt) - clock().getTime() > shortestMs
}

/** Opens the provider's page; its key makes a repeat the same page. */
async function openPage(parts: Ordering, setup: store.MethodSetup): Promise<void> {
  const { db, provider, connector, siteUrl } = parts
  const { id, memberId, locale } = setup
  const contract = await subscriptions.findSubscription(db, setup.subscriptionId)
  const member = await connector.member(memberId)
  if (!member || !contract || !provider) throw new Problem('upstreamUnavailable')
  const { email, firstName, lastName } = buyerOfMember(member, locale)
  const page = hrefOf(siteUrl, locale, pathOf(contract))
  const opened = await provider.setup(
    {
      setup: id,
      buyer: {
        key: `member-${memberId}`,
        email,
        name: `${firstName} ${lastName}`.trim(),
        customer: await customerOf(db, memberId),
      },
      locale,
      successUrl: `${page}?method=left`,
      cancelUrl: page,
    },
    `setup-${id}`,
  )
  await store.storePage(db, id, opened)
}

/** The page of the member area that a contract is on. */
const pathOf = ({ teamId }: Pick<subscriptions.StoredSubscription, 'teamId'>) =>
  teamId === null ? '/me/packages' : '/me/packagesTeam'

/** Returns what became of the page that a member opened last, after a look at it. */
export async function methodState(parts: Ordering, member: number): Promise<MethodState> {
  const last = await store.latestOf(parts.db, member)
  if (last?.state === 'open' && last.providerRef !== null) await lookAtMethod(parts, last)
  return { state: (await store.latestOf(parts.db, member))?.state ?? 'none' }
}

/** Asks the provider what became of a page for leaving a method. @returns false for a page of another kind */
export async function lookAtPage(parts: Ordering, ref: string): Promise<boolean> {
  const setup = await store.ofPage(parts.db, ref)
  if (setup?.state === 'open') await lookAtMethod(parts, setup)
  return setup !== null
}

/**
 * Asks the provider for an open setup and applies the answer once: the new method, and a mail that says so.
 * @returns how the page is; a saved method is not applied while the old one is being charged
 */
async function lookAtMethod(parts: Ordering, setup: store.MethodSetup): Promise<store.MethodSetup['state']> {
  const { db, provider } = parts
  if (setup.providerRef === null || !provider) throw new Problem('upstreamUnavailable')
  const { state, profile } = await provider.observeSetup(setup.providerRef)
  if (state === 'failed' || state === 'expired') await store.endSetup(db, setup.id, state)
  if (profile) await keep(parts, setup, profile)
  return state
}

async function keep(parts: Ordering, setup: store.MethodSetup, profile: PaymentProfile): Promise<void> {
  const { db, clock, connector, siteUrl } = parts
  const { memberId, subscriptionId, locale } = setup
  const contract = await subscriptions.findSubscription(db, subscriptionId)
  const order = contract && (await subscriptions.orderOf(db, contract))
  const member = await connector.member(memberId)
  if (!order || !member) throw new Error('a setup without a contract or a member')
  await db.transaction().execute(async (tx) => {
    if (!(await store.keepMethod(tx, setup, profile, clock()))) return
    const seller = await orders.sellerName(tx, order)
    // The contract may have another owner by now; the method is that of whoever left it.
    const theirs = { ...order, buyer: buyerOfMember(member, locale) }
    await sendMail(tx, methodMail(theirs, { seller, siteUrl, profile, path: pathOf(contract) }))
  })
}

/** Looks at pages of which no message came, and ends those that nobody has seen or used. */
export async function tendMethods(parts: Ordering): Promise<void> {
  const { db, clock, log } = parts
  const now = clock().getTime()
  for (const setup of await store.notLookedSince(db, new Date(now - 10 * 60_000))) {
    try {
      if (setup.providerRef !== null) await lookAtMethod(parts, setup)
      else if (now - setup.createdAt.getTime() > unopenedMs) await store.endSetup(db, setup.id, 'expired')
    } catch (error) {
      // The methods of others do not wait for this one.
      log.error({ err: error, setup: setup.id }, 'a method of payment was not looked at')
    }
    await store.markLooked(db, setup.id, clock())
  }
  await store.deleteEnded(db, new Date(now - keptMs))
}
