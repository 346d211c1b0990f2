import { setTimeout as delay } from 'node:timers/promises'
import type { Account, Fields, Row } from './account.ts'

interface Message {
  text: string
  attempts: number
}

interface WebhookOptions {
  account: Account
  now: () => Date
  fetch: (request: Request) => Promise<Response>
  /** Waits before a message is repeated; default: real time. */
  wait?: (milliseconds: number) => Promise<unknown>
}

/** Attempts per message; then the webhook is deactivated. */
const mostAttempts = 6
/** Ids of events exceed 2^53, as the real ones do. */
const firstId = 9_007_199_254_740_993n

/**
 * Sends events to the webhooks of the account. Only 2xx counts and redirects are not followed. A failed message is
 * repeated after 1, 2, 4 … s, then the webhook is deactivated. A paused webhook keeps its queue.
 */
export function createWebhooks({ account, now, fetch, wait = (ms) => delay(ms) }: WebhookOptions) {
  let lastId = firstId
  const queues = new Map<number, Message[]>()
  const running = new Map<number, Promise<void>>()

  async function drain(id: number): Promise<void> {
    const queue = queues.get(id) ?? []
    for (let webhook = account.tables.webhooks.get(id); queue[0] && webhook?.['state'] === 'active';) {
      const message = queue[0]
      if (await delivered(webhook, message.text)) queue.shift()
      else if (++message.attempts >= mostAttempts) account.update('webhooks', webhook, { state: 'inactive' })
      else await wait(1000 * 2 ** (message.attempts - 1))
      webhook = account.tables.webhooks.get(id)
    }
  }

  async function delivered(webhook: Row, text: string): Promise<boolean> {
    const headers = { 'content-type': 'application/json' }
    const request = { method: 'POST', headers, body: text, redirect: 'manual' } as const
    const response = await fetch(new Request(String(webhook['url']), request)).catch(() => null)
    return response?.ok === true
  }

  function start(id: number): void {
    if (running.has(id)) return
    running.set(
      id,
      drain(id).finally(() => running.delete(id)),
    )
  }

  function send(webhook: Row, type: string, details: Fields): void {
    lastId += 1n
    const rest = JSON.stringify({ type, createdAt: now().toISOString(), details })
    const queue = queues.get(webhook.id) ?? []
    queue.push({ text: `{"id":${lastId},${rest.slice(1)}`, attempts: 0 })
    queues.set(webhook.id, queue)
    start(webhook.id)
  }

  return {
    /** Sends to every webhook of the category: `booking` for `booking_created`. */
    emit(type: string, details: Fields): void {
      for (const webhook of account.rows('webhooks')) {
        const categories = webhook['categories'] as string[]
        if (webhook['state'] !== 'inactive' && categories.includes(type.split('_')[0] ?? '')) {
          send(webhook, type, details)
        }
      }
    },
    test: (webhook: Row, createdBy: Row | null) =>
      send(webhook, 'test', { message: 'This is a test event', createdBy }),
    /** Sends the waiting messages after a pause. */
    resume: start,
    /** Resolves when every message is delivered or dropped. */
    settled: async () => {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}
export type Webhooks = ReturnType<typeof createWebhooks>
