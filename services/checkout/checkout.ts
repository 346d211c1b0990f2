import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { createCheckoutApi } from './api.ts'
import { createEvents } from './events.ts'
import { settleIntent, settleRefund } from './making.ts'
import * as store from './objects.store.ts'
import { createPayPages } from './page.ts'
import type { PayFrame } from './pages/layout.ts'
import { createSessions, expireWhenDue } from './sessions.ts'

interface CheckoutOptions {
  db: Database
  clock: Clock
  /** The one key of the API. */
  secretKey: string
  webhookSecret: string
  /** Carries messages to the webhook. */
  send: (request: Request) => Promise<Response>
  frame: PayFrame
  log: Log
}

/**
 * The embedded payment provider, a small Stripe for trying and for tests: the part of its API that the adapter uses,
 * test pages where buyers pay and play the bank, and signed messages to the webhook. No money moves.
 */
export function createCheckout({ db, clock, secretKey, webhookSecret, send, frame, log }: CheckoutOptions) {
  const sessions = createSessions({ db, clock })
  const events = createEvents({ db, clock, webhookSecret, send })
  let sending = Promise.resolve()
  const announced = () => {
    sending = sending
      .then(() => events.deliverDue())
      .catch((error: unknown) => log.error({ err: error }, 'payment events'))
  }

  /** Does what happens by itself: sessions expire, banks answer, messages are sent. */
  async function runDue(): Promise<void> {
    const now = clock()
    const claim = { now, until: new Date(now.getTime() + 30_000) }
    const work = {
      'checkout.session': async (tx: store.Tx, id: string) => {
        const session = await store.lock(tx, 'checkout.session', id)
        if (session) await expireWhenDue(tx, session, now)
      },
      payment_intent: (tx: store.Tx, id: string) => settleIntent(tx, id, now),
      refund: (tx: store.Tx, id: string) => settleRefund(tx, id, now),
    } as const
    for (const kind of ['checkout.session', 'payment_intent', 'refund'] as const) {
      for (;;) {
        const due = await store.claimDue(db, kind, claim)
        if (!due) break
        await db.transaction().execute((tx) => work[kind](tx, due.thing.id))
      }
    }
    await events.deliverDue()
  }

  return {
    /** Stripe's API below `/v1`. */
    api: createCheckoutApi({ db, clock, secretKey, pageUrl: `${frame.siteOrigin}/pay`, announced, log }),
    /** The pages, with the path behind `/pay`. */
    pages: createPayPages({ sessions, frame, announced, log }),
    events,
    runDue,
    /** Resolves when nothing is being sent. */
    idle: () => sending,
  }
}
