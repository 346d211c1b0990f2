import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailKinds, type MailKind, topicOf } from '../contracts/mail-kinds.ts'
import type { Mail } from '../platform/mail/mail-content.ts'
import { queueMail } from '../platform/mail/mail.ts'
import { openOrders } from './orders.fixture.ts'
import { ids, origin, tom } from './services.fixture.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())

const kinds = Object.keys(mailKinds) as MailKind[]

async function ask(path: string, body?: object, claims: object = tom) {
  const token = await world.id.token({ ...claims })
  const response = await world.fetch(
    new Request(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return response.json()
}

function mail(kind: MailKind, address: string): Mail {
  return { kind, to: { name: 'Tom', address }, subject: 's', text: 't', html: 'h', locale: 'de' }
}

/** The kinds that an address gets when one mail of each is sent. */
async function got(address: string): Promise<string[]> {
  await world.db.deleteFrom('outbox').execute()
  await queueMail(world.db, ...kinds.map((kind) => mail(kind, address)))
  const rows = await world.db.selectFrom('mail').select('kind').execute()
  return rows.map(({ kind }) => kind)
}

test('everybody gets every mail, until they choose', async () => {
  expect(await ask('/member/mails/get')).toEqual({ bookings: true, reminders: true, waitlist: true })
  expect((await got(tom.email)).toSorted()).toEqual(kinds.toSorted())
})

test.each(['bookings', 'reminders', 'waitlist'] as const)(
  'who wants no mails about %s gets all others, and again all after a change of mind',
  async (topic) => {
    const all = { bookings: true, reminders: true, waitlist: true }
    const chosen = { ...all, [topic]: false }
    for (let time = 0; time < 2; time++) expect(await ask('/member/mails/change', chosen)).toEqual(chosen)
    expect(await ask('/member/mails/get')).toEqual(chosen)
    const others = kinds.filter((kind) => topicOf(kind) !== topic)
    expect(others.length).toBeLessThan(kinds.length)
    expect((await got('TOM@example.org')).toSorted()).toEqual(others.toSorted())
    expect((await got('someone@example.org')).toSorted()).toEqual(kinds.toSorted())
    expect(await ask('/member/mails/change', all)).toEqual(all)
    expect(await got(tom.email)).toHaveLength(kinds.length)
  },
)

test('an address that is not verified chooses nothing', async () => {
  const thief = { ...tom, sub: 'auth0|thief', email_verified: false }
  await ask('/member/mails/change', { bookings: false, reminders: false, waitlist: false }, thief)
  expect(await got(tom.email)).toHaveLength(kinds.length)
})

test('mails about orders and about the account follow the language that a member chooses', async () => {
  const stamps = { createdAt: new Date(), updatedAt: new Date() }
  const account = {
    email: tom.email,
    name: tom.email,
    passwordHash: 'x',
    userMetadata: '{"newsletter":true}',
  }
  await world.db
    .insertInto('identityAccount')
    .values({ id: tom.sub, ...account, ...stamps })
    .execute()
  const order = { number: 'B-2026-0T0MXX', requestKey: 'language', kind: 'credits', state: 'cancelled' }
  const buyer: object = { locale: 'de' }
  const { id } = await world.db
    .insertInto('customerOrder')
    .values({
      ...order,
      spaceId: 1,
      memberId: ids.tom,
      buyer,
      offer: {},
      rights: {},
      totalCents: 1,
      paysBy: 'transfer',
      startsEarly: false,
      returnPaths: {},
      placedAt: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const contact = {
    phone: null,
    address: 'Ring 1',
    zip: '50667',
    city: 'Köln',
    countryCode: 'DE',
    language: 'en',
  }
  await ask('/member/contact/change', { memberId: ids.tom, contact })
  expect(await world.accounts.dataOf(tom.sub)).toMatchObject({
    userMetadata: { locale: 'en', newsletter: true },
  })
  const stored = await world.db
    .selectFrom('customerOrder')
    .select('buyer')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored.buyer).toEqual({ locale: 'en' })
})
