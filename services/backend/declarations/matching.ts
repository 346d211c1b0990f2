import type { Declaration } from '../../../contracts/declaration.ts'
import * as invoices from '../invoices/invoices.store.ts'
import * as settingsStore from '../invoices/settings.store.ts'
import * as orders from '../orders/orders.store.ts'
import type { Ordering } from '../orders/parts.ts'
import * as store from './declarations.store.ts'

interface Staff {
  /** Name of the space that sells. */
  seller: string
  /** Where its people read mail; null = nowhere. */
  address: string | null
  zone: string
}

/** Returns who receives declarations, also while the workshop system is away. */
export async function staffOf({ db, connector }: Ordering): Promise<Staff> {
  const [first] = await settingsStore.spaces(db)
  const settings = first === undefined ? null : await settingsStore.read(db, first)
  // A declaration is received whatever is missing (§ 312k, § 356a BGB); the time on its receipt is then that of UTC.
  const space = await (
    first === undefined ? connector.spaces().then(([one]) => one ?? null) : connector.space(first)
  ).catch(() => null)
  return {
    seller: settings?.seller.name ?? space?.name ?? '',
    address: settings?.seller.email ?? space?.emailAddress ?? null,
    zone: space?.timezone ?? 'UTC',
  }
}

/** The contract that a declaration names. */
export interface Matched {
  order: orders.StoredOrder
  /** Where its owner reads mail: the member's address, else that of the order. */
  address: string
}

/** Numbers that somebody may type into one field. */
const mostNumbers = 8

/**
 * Returns the order that a declaration means: its number, or that of one of its invoices, together with an address that it
 * is known by. A cancellation may name the package instead. null when they do not fit.
 * @throws Problem `upstreamUnavailable`
 */
export async function contractOf(
  parts: Ordering,
  { kind, contract, email }: Pick<Declaration, 'kind' | 'contract' | 'email'>,
): Promise<Matched | null> {
  const numbers = contract.toUpperCase().match(/[\w-]{6,40}/g) ?? []
  for (const number of numbers.slice(0, mostNumbers)) {
    const order = await orderNumbered(parts.db, number)
    if (!order || order.erasedAt !== null) continue
    const member = order.memberId === null ? null : await parts.connector.member(order.memberId)
    const address = member?.emailAddress || order.buyer.email
    const known = [address, order.buyer.email].map((each) => each.toLowerCase())
    if (known.includes(email.toLowerCase())) return { order, address }
  }
  // A withdrawal takes the package away at once: a name that others know is not enough for it.
  return kind === 'cancel' ? contractNamed(parts, { contract, email }) : null
}

/** Returns the one running contract of an address that has or had a package of this name in either language; null for none or several. */
async function contractNamed(
  { db, connector }: Ordering,
  { contract, email }: Pick<Declaration, 'contract' | 'email'>,
): Promise<Matched | null> {
  const typed = contract.trim().toLowerCase()
  const running = await store.runningOrders(db, email)
  const named = running.filter(({ names }) =>
    names.flatMap(({ de, en }) => [de, en]).some((name) => name.toLowerCase() === typed),
  )
  const order = named.length === 1 && named[0] ? await orders.findOrder(db, 'id', named[0].id) : null
  if (!order) return null
  const member = order.memberId === null ? null : await connector.member(order.memberId)
  return { order, address: member?.emailAddress || order.buyer.email }
}

async function orderNumbered(db: Ordering['db'], number: string): Promise<orders.StoredOrder | null> {
  const order = await orders.findOrder(db, 'number', number)
  if (order && order.kind !== 'invoice') return order
  const invoice = order ? order.invoiceId : ((await invoices.findInvoice(db, { number }))?.id ?? null)
  const behind = invoice === null ? null : await store.orderOfInvoice(db, invoice)
  return behind === null ? null : orders.findOrder(db, 'id', behind)
}
