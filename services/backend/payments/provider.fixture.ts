import type { Clock } from '../../../platform/clock.ts'
import type {
  Checkout,
  Observed,
  ObservedSetup,
  PaymentProfile,
  PaymentProvider,
  RefundState,
  Setup,
} from './provider.ts'

interface Page {
  asked: Checkout
  ref: string
  key: string
  expiresAt: Date
  state: Observed['state']
  failure: string | null
  refundedCents: number
}

interface SetupPage extends ObservedSetup {
  asked: Setup
  ref: string
  key: string
  expiresAt: Date
}

interface Charge {
  key: string
  ref: string
  method: string
  payment: number
  cents: number
  state: 'paid' | 'pending' | 'failed'
  code: string
  refundedCents: number
}

/** A payment provider in memory: a key makes one thing, and a page expires after an hour. */
export function openProvider(clock: Clock) {
  const pages = new Map<string, Page>()
  const refunds = new Map<string, { ref: string; page: string; cents: number }>()
  const refundStates = new Map<string, RefundState>()
  const charges = new Map<string, Charge>()
  const setups = new Map<string, SetupPage>()
  /** What happens to a charge of a method; paid by default. */
  const refusals = new Map<string, Charge['state']>()
  /** Why a charge of a method fails; `card_declined` by default. */
  const codes = new Map<string, string>()
  /** Cents that a bank took back, by the reference of the payment. */
  const disputes = new Map<string, number>()
  const faults = { down: false, refusesRefunds: false }
  /** Awaited at the beginning of each charge. */
  const hooks = { beforeCharge: async (_profile: PaymentProfile) => {} }

  const provider: PaymentProvider = {
    async checkout(asked, key) {
      answer()
      const known = [...pages.values()].find((page) => page.key === key)
      const page = known ?? {
        asked,
        key,
        ref: `cs_${pages.size + 1}`,
        state: 'open' as const,
        failure: null,
        expiresAt: new Date(clock().getTime() + 60 * 6e4),
        refundedCents: 0,
      }
      pages.set(page.ref, page)
      return { ref: page.ref, url: `https://pay.example/${page.ref}`, expiresAt: page.expiresAt }
    },
    async setup(asked, key) {
      answer()
      const known = [...setups.values()].find((page) => page.key === key)
      const expiresAt = new Date(clock().getTime() + 24 * 36e5)
      const page = known ?? {
        asked,
        key,
        ref: `cs_setup_${setups.size + 1}`,
        state: 'open' as const,
        profile: null,
        expiresAt,
      }
      setups.set(page.ref, page)
      return { ref: page.ref, url: `https://pay.example/${page.ref}`, expiresAt: page.expiresAt }
    },
    async observeSetup(ref) {
      answer()
      const page = setups.get(ref)
      if (!page) throw new Error(`no page ${ref}`)
      if (page.state === 'open' && page.expiresAt <= clock()) page.state = 'expired'
      return { state: page.state, profile: page.profile }
    },
    async charge({ payment, cents, profile }, key) {
      answer()
      await hooks.beforeCharge(profile)
      const known = [...charges.values()].find((charge) => charge.key === key)
      const state = refusals.get(profile.method) ?? 'paid'
      const { method } = profile
      const ref = `pi_${charges.size + 1}`
      const code = codes.get(method) ?? 'card_declined'
      const charge = known ?? { key, ref, method, payment, cents, state, code, refundedCents: 0 }
      charges.set(charge.ref, charge)
      return { ref: charge.ref, ...chargeSeen(charge) }
    },
    async observe(ref) {
      answer()
      const charge = charges.get(ref)
      const now = charge ? chargeSeen(charge) : seen(pageOf(ref))
      return { ...now, disputedCents: disputes.get(ref) ?? 0 }
    },
    async expire(ref) {
      answer()
      const page = pageOf(ref)
      if (page.state === 'open') page.state = 'expired'
      return seen(page)
    },
    async refund(ref, cents, key) {
      answer()
      const known = refunds.get(key)
      if (known) return { ref: known.ref, state: 'done' }
      // As Stripe: the bank has the money.
      const isDisputed = (disputes.get(ref) ?? 0) > 0
      if (faults.refusesRefunds || isDisputed) return { ref: null, state: 'failed' }
      const paid = charges.get(ref) ?? pageOf(ref)
      paid.refundedCents += cents
      if (paid.refundedCents > ('asked' in paid ? totalOf(paid) : paid.cents))
        throw new Error('more than was paid')
      refunds.set(key, { ref: `re_${refunds.size + 1}`, page: ref, cents })
      return { ref: `re_${refunds.size}`, state: 'done' }
    },
    async refundState(ref) {
      answer()
      return refundStates.get(ref) ?? 'done'
    },
    verify: () => Promise.reject(new Error('no messages here')),
  }

  function answer(): void {
    if (faults.down) throw new Error('the provider is down')
  }

  function pageOf(ref: string): Page {
    const page = pages.get(ref)
    if (!page) throw new Error(`no page ${ref}`)
    if (page.state === 'open' && page.expiresAt <= clock()) page.state = 'expired'
    return page
  }

  function seen({ asked, state, failure, refundedCents, ...page }: Page): Observed {
    const isKept = asked.keepsMethod && (state === 'paid' || state === 'pending')
    return {
      payment: asked.payment,
      cents: totalOf({ asked }),
      state,
      failure,
      refundedCents,
      disputedCents: 0,
      profile: isKept
        ? {
            customer: `cus_${asked.buyer.key}`,
            method: `pm_${page.ref}`,
            kind: 'card',
            last4: '4242',
          }
        : null,
    }
  }

  return {
    provider,
    faults,
    pages: () => [...pages.values()],
    refunds: () => [...refunds.values()],
    charges: () => [...charges.values()],
    setups: () => [...setups.values()],
    hooks,
    /** The buyer leaves a card on a page, the newest by default. @returns what is kept then */
    leave(last4: string, ref = [...setups.keys()].at(-1) ?? ''): PaymentProfile {
      const customer = setups.get(ref)?.asked.buyer.customer ?? `cus_${ref}`
      const profile = { customer, method: `pm_${ref}`, kind: 'card' as const, last4 }
      Object.assign(setups.get(ref) ?? {}, { state: 'saved', profile })
      return profile
    },
    refusals,
    codes,
    /** What the bank says later to a charge, the newest by default. */
    chargeBecomes(state: Charge['state'], ref = [...charges.keys()].at(-1) ?? '') {
      Object.assign(charges.get(ref) ?? {}, { state })
    },
    /** What a buyer or a bank does on a page, the newest by default. */
    become(state: Observed['state'], ref = [...pages.keys()].at(-1) ?? '', failure: string | null = null) {
      Object.assign(pages.get(ref) ?? {}, { state, failure })
    },
    /** What a bank does with a refund. */
    refundBecomes(ref: string, state: RefundState) {
      refundStates.set(ref, state)
    },
    /** What a bank took back of a payment. */
    disputes,
    forget() {
      disputes.clear()
      setups.clear()
      hooks.beforeCharge = async () => {}
      refundStates.clear()
      pages.clear()
      charges.clear()
      refusals.clear()
      codes.clear()
      refunds.clear()
    },
  }
}

function chargeSeen({ payment, cents, state, refundedCents, code }: Charge): Observed {
  const failure = state === 'failed' ? code : null
  return { payment, cents, state, failure, refundedCents, disputedCents: 0, profile: null }
}

function totalOf({ asked }: Pick<Page, 'asked'>): number {
  return asked.lines.reduce((sum, { quantity, cents }) => sum + quantity * cents, 0)
}
