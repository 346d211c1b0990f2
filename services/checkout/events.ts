import { createHmac } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { epochSeconds, type Event, newId, type Thing, wire } from './objects.ts'
import * as store from './objects.store.ts'

/** Messages that are not taken are sent again for so long, as Stripe does. */
const longestMs = 3 * 24 * 60 * 60_000
/** Longer than any webhook takes. */
const claimMs = 30_000
const longestPauseMs = 60 * 60_000

interface EventsOptions {
  db: Database
  clock: Clock
  /** Signs the messages. */
  webhookSecret: string
  /** Carries a message to the webhook. */
  send: (request: Request) => Promise<Response>
}

/** Writes a message about something that happened, in the transaction in which it happens. */
export async function announce(tx: store.Tx, type: string, about: Thing, now: Date): Promise<void> {
  const event: Event = {
    id: newId('evt'),
    object: 'event',
    created: epochSeconds(now),
    livemode: false,
    type,
    data: { object: wire(about) },
  }
  await store.save(tx, event, now, now)
}

/** Sends the messages of the provider to the webhook, signed as Stripe signs them. */
export function createEvents({ db, clock, webhookSecret, send }: EventsOptions) {
  /** Sends one message, also again. @returns whether it was taken */
  async function deliver(event: Event): Promise<boolean> {
    const body = JSON.stringify(event)
    const headers = {
      'content-type': 'application/json',
      'stripe-signature': signatureOf(body, webhookSecret, clock()),
    }
    const request = new Request('http://checkout.invalid/webhooks/stripe', { method: 'POST', headers, body })
    return send(request).then(
      ({ ok }) => ok,
      () => false,
    )
  }

  return {
    deliver,
    /** All messages, the oldest first. */
    all: () => store.events(db),
    /** Sends what is due; a message that is not taken is sent again later. */
    async deliverDue(): Promise<void> {
      for (;;) {
        const now = clock()
        const until = new Date(now.getTime() + claimMs)
        const due = await store.claimDue(db, 'event', { now, until })
        if (!due) return
        const event = due.thing as Event
        const isOver = (await deliver(event)) || now.getTime() - event.created * 1000 > longestMs
        await store.setDue(db, event.id, isOver ? null : nextTry(now, due.attempts))
      }
    },
  }
}

function nextTry(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(2 ** attempts * 1000, longestPauseMs))
}

/** https://docs.stripe.com/webhooks/signature */
function signatureOf(body: string, secret: string, now: Date): string {
  const time = epochSeconds(now)
  const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
  return `t=${time},v1=${mac}`
}
