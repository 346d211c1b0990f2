import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../platform/clock.ts'

/** An object as Stripe writes it. */
export type Row = { id: string; object: string } & Record<string, unknown>

/** A message, as Stripe sends it. */
export interface Message {
  id: string
  type: string
  body: string
  signature: string
}

interface LedgerOptions {
  clock: Clock
  webhookSecret: string
  /** Gets each message when it is made; null = tests send them. */
  send: ((message: Message) => void) | null
}

export type Ledger = ReturnType<typeof createLedger>

/** The objects of an account, and the messages about them. */
export function createLedger({ clock, webhookSecret, send }: LedgerOptions) {
  const rows = new Map<string, Row>()
  const messages: Message[] = []
  const created = () => Math.floor(clock().getTime() / 1000)

  function insert(prefix: string, object: string, values: Record<string, unknown>): Row {
    const id = `${prefix}_${randomBytes(12).toString('hex')}`
    const row: Row = { id, object, created: created(), livemode: false, ...values }
    rows.set(id, row)
    return row
  }

  function row(id: unknown): Row {
    const found = rows.get(String(id))
    if (!found) throw new Error(`no ${String(id)}`)
    return found
  }

  /** Makes a message. @param livemode true = of the other mode than the test key's */
  function emit(type: string, about: Row, livemode = false): Message {
    const id = `evt_${randomBytes(12).toString('hex')}`
    const body = JSON.stringify({
      id,
      object: 'event',
      api_version: '2026-10-28.endive',
      created: created(),
      livemode,
      pending_webhooks: 1,
      type,
      data: { object: bare(about) },
    })
    const message = { id, type, body, signature: sign(body) }
    messages.push(message)
    send?.(message)
    return message
  }

  function sign(body: string, at: Date = clock(), secret: string = webhookSecret): string {
    const time = Math.floor(at.getTime() / 1000)
    return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`
  }

  return { rows, row, messages, insert, emit, sign, created }
}

/** Fields that only the double has. */
const inner = new Set(['number', 'intent_data'])

/** Returns a row as it leaves the account. */
export function bare(row: Row): Record<string, unknown> {
  return Object.fromEntries(Object.entries(structuredClone(row)).filter(([name]) => !inner.has(name)))
}
