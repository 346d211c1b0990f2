import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { Contact } from '../../../contracts/sign-up.ts'
import { frida } from '../../../rules/contact.fixture.ts'
import { ids, now, openServices, origin } from '../../../tests/services.fixture.ts'
import { setBilling } from '../invoices/settings.ts'

export const basis = { kind: 'membership', package: 1 } as const
export const typed = { by: 'typed', email: 'frida@example.org', isNew: false } as const

/** A photo as the site makes it, or of another size. */
export const photo = (width = 480, height = width, background = '#a52') =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** The services with some packages to sign up for, and the calls of the site's server. */
export async function openSignUps(change: Parameters<typeof openServices>[0] = {}) {
  const world = await openServices(change)
  const sold = { allowsBooking: true, recurringFeePeriod: 'month', recurringFeeCents: 1990 }
  await world.db
    .insertInto('package')
    .values([
      { ...sold, id: 1, name: 'Basis', position: 1 },
      { ...sold, id: 2, name: 'Jugend', position: 2, requirementDe: 'Bis 26', requirementEn: 'Up to 26' },
      { ...sold, id: 3, name: 'Team', kind: 'team', position: 3, seats: 3 },
      { ...sold, id: 4, name: 'Alt', state: 'archived', position: 4 },
      { ...sold, id: 6, name: 'Rente', position: 6, requirementDe: 'Ab 65', requirementEn: 'From 65' },
      { ...sold, id: 5, name: 'Tagespass', kind: 'day', recurringFeePeriod: 'day', position: 5 },
    ])
    .execute()
  await world.db
    .insertInto('openingHours')
    .values(
      [1, 2, 3, 4, 5].map((dayOfWeek) => ({ spaceId: 1, dayOfWeek, fromTime: '08:00', untilTime: '22:00' })),
    )
    .execute()

  /** From another network each time unless one is given. */
  function ask(method: string, path: string, body?: unknown, { token = '', address = '' } = {}) {
    const headers = {
      authorization: `Bearer ${world.tokens.backend}`,
      'content-type': 'application/json',
      'x-test-address': address || crypto.randomUUID(),
      ...(token && { 'signup-token': token }),
    }
    const text = body === undefined ? undefined : JSON.stringify(body)
    return world.fetch(new Request(`${origin}/api${path}`, { method, headers, body: text }))
  }

  /** Begins a sign-up. @returns its token */
  async function begin(item: object = basis, account: object = typed): Promise<string> {
    const response = await ask('PUT', '/signup/start', { item, account })
    const { token } = (await response.json()) as { token: string }
    if (response.status !== 200 || !token) throw new Error(`no sign-up: ${response.status}`)
    return token
  }

  /** Reads a sign-up; null without one. */
  async function read(token: string) {
    const response = await ask('GET', '/signup', undefined, { token })
    return response.status === 404 ? null : ((await response.json()) as Record<string, unknown>)
  }

  const putContact = (token: string, change: Partial<Contact> = {}) =>
    ask('PUT', '/signup/contact', { ...frida, ...change }, { token })

  return { ...world, ask, begin, read, putContact }
}

const billing = JSON.parse(
  readFileSync(new URL('../../../content/demo/billing.json', import.meta.url), 'utf8'),
) as unknown
export const texts = ['terms', 'withdrawal', 'earlyStart'].map((kind) => ({ kind, text: kind }))
const asked = { shownCents: 1990, paysBy: 'transfer', startsEarly: true, consents: texts }

/** The same, with a space that writes invoices: orders can be placed. */
export async function openOrders() {
  const world = await openSignUps()
  const { ask, begin, putContact, db } = world
  await setBilling(db, () => now, 1, billing)
  for (const table of ['member', 'credit', 'member_package'])
    await sql`alter table ${sql.table(table)} alter column id restart with 1001`.execute(db)

  /** Names the offer that the buyer sees. */
  async function shownTo(token: string): Promise<string> {
    const answer = await ask('GET', '/signup/offer', undefined, { token })
    return ((await answer.json()) as { shown?: string }).shown ?? ''
  }
  const order = async (token: string, change: object = {}) =>
    ask('POST', '/signup/order', { ...asked, shown: await shownTo(token), ...change }, { token })
  const orders = () => db.selectFrom('customerOrder').selectAll().where('number', '!=', ids.order)

  /** A sign-up with every step done. @returns its token */
  async function ready(change: Partial<Contact> = {}): Promise<string> {
    const token = await begin(basis, { ...typed, email: `f-${crypto.randomUUID()}@example.org` })
    const { status } = await putContact(token, change)
    if (status !== 200) throw new Error(`no contact: ${status}`)
    await ask('PUT', '/signup/image', { jpeg: null, replaces: false }, { token })
    return token
  }
  return { ...world, shownTo, order, orders, ready }
}
