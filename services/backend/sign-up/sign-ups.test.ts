import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact } from '../../../contracts/sign-up.ts'
import { canary, ids, mia, now, openServices, origin, tom } from '../../../tests/services.fixture.ts'
import { setBilling } from '../invoices/settings.ts'
import { bookOrderTransfer } from '../orders/desk.ts'
import { tendSignUps } from './jobs.ts'
import { hashOf } from './parts.ts'
import * as store from './sign-ups.store.ts'

let world: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  world = await openServices()
  const sold = { allowsBooking: true, recurringFeePeriod: 'month', recurringFeeCents: 1990 }
  await world.db
    .insertInto('package')
    .values([
      { ...sold, id: 1, name: 'Basis', position: 1 },
      { ...sold, id: 2, name: 'Jugend', position: 2, requirementDe: 'Bis 26', requirementEn: 'Up to 26' },
      { ...sold, id: 3, name: 'Team', kind: 'team', position: 3, seats: 3 },
      { ...sold, id: 4, name: 'Alt', state: 'archived', position: 4 },
      { ...sold, id: 5, name: 'Tagespass', kind: 'day', recurringFeePeriod: 'day', position: 5 },
    ])
    .execute()
  await world.db
    .insertInto('openingHours')
    .values(
      [1, 2, 3, 4, 5].map((dayOfWeek) => ({ spaceId: 1, dayOfWeek, fromTime: '08:00', untilTime: '22:00' })),
    )
    .execute()
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('rateLimit').execute())
afterEach(() => world.db.deleteFrom('signup').execute())

const billing = JSON.parse(
  readFileSync(new URL('../../../content/demo/billing.json', import.meta.url), 'utf8'),
) as unknown
const basis = { kind: 'membership', package: 1 } as const
const typed = { by: 'typed', email: 'frida@example.org' } as const
const frida: Contact = {
  firstName: 'Frida',
  lastName: 'Fräs',
  birthDay: '24',
  birthMonth: '12',
  birthYear: '1990',
  guardianName: '',
  guardianEmail: '',
  street: 'Am alten Drehwerk 9',
  zip: '51063',
  city: 'Köln',
  country: 'DE',
  phone: '',
  buysFor: 'self',
  company: '',
  vatId: '',
  reference: '',
  invoiceEmail: '',
  requirement: '',
}

/** Asks as the server of the site does, from another network each time unless one is given. */
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

async function begin(item: object = basis, account: object = typed): Promise<string> {
  const response = await ask('PUT', '/signup/start', { item, account })
  const { token } = (await response.json()) as { token: string }
  expect([response.status, typeof token]).toEqual([200, 'string'])
  return token
}

async function read(token: string) {
  const response = await ask('GET', '/signup', undefined, { token })
  return response.status === 404 ? null : ((await response.json()) as Record<string, unknown>)
}

const putContact = (token: string, change: Partial<Contact> = {}) =>
  ask('PUT', '/signup/contact', { ...frida, ...change }, { token })
const photo = (width = 480, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#a52' } })
    .jpeg()
    .toBuffer()

async function expectFault(response: Response, field: string, message?: string) {
  const { errors } = (await response.json()) as { errors: { field: string; message: string }[] }
  expect([response.status, errors[0]?.field]).toEqual([400, field])
  if (message) expect(errors[0]?.message).toBe(message)
}

describe('a sign-up', () => {
  test('is read by its token alone, and only the hash of that is stored', async () => {
    const token = await begin()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await read(token)).toMatchObject({
      email: typed.email,
      item: basis,
      done: { start: true, contact: false, image: false },
      order: null,
    })
    const rows = JSON.stringify(await world.db.selectFrom('signup').selectAll().execute())
    expect(rows).not.toContain(token)
    for (const foreign of ['', 'x', `${token}x`, token.slice(0, -1), await begin()]) {
      const seen = await read(foreign)
      expect(JSON.stringify(seen)).not.toContain(token)
      if (foreign.length !== 43) expect(seen).toBeNull()
    }
  })

  test('keeps each step until it is done, also when steps come twice', async () => {
    const token = await begin()
    expect((await putContact(token)).status).toBe(200)
    expect((await putContact(token, { city: '  Bergisch   Gladbach ' })).status).toBe(200)
    const jpeg = (await photo()).toString('base64')
    expect((await ask('PUT', '/signup/image', { jpeg }, { token })).status).toBe(200)
    const other = { item: { kind: 'membership', package: 2 }, account: { by: 'kept' } }
    expect(await (await ask('PUT', '/signup/start', other, { token })).json()).toEqual({ token: null })
    expect(await read(token)).toMatchObject({
      email: typed.email,
      item: other.item,
      contact: { city: 'Bergisch Gladbach' },
      image: 'given',
      // The other package has a condition that nobody has met yet.
      done: { start: true, contact: false, image: true },
    })
  })

  test('lasts 14 days from its last step, and is deleted with its photo then', async () => {
    const token = await begin()
    await ask('PUT', '/signup/image', { jpeg: (await photo()).toString('base64') }, { token })
    const at = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000)
    expect(await store.find(world.db, hashOf(token), at(13.99))).not.toBeNull()
    expect(await store.find(world.db, hashOf(token), at(14))).toBeNull()
    await tendSignUps(world.db, at(13.99))
    expect(await read(token)).not.toBeNull()
    const { id } = (await store.find(world.db, hashOf(token), now)) ?? { id: 0 }
    await store.writeSteps(world.db, { id, steps: { contact: frida }, now, expiresAt: at(20) })
    await tendSignUps(world.db, at(14))
    expect(await read(token)).not.toBeNull()
    await tendSignUps(world.db, at(20))
    expect(await read(token)).toBeNull()
    expect(await world.db.selectFrom('signupImage').selectAll().execute()).toEqual([])
  })

  test('that is unknown or over takes no step', async () => {
    for (const token of ['', 'x'.repeat(43)]) {
      expect((await putContact(token)).status).toBe(404)
      expect((await ask('PUT', '/signup/image', { jpeg: null }, { token })).status).toBe(404)
      expect((await ask('GET', '/signup/offer', undefined, { token })).status).toBe(404)
      expect((await ask('POST', '/signup/change', {}, { token })).status).toBe(404)
    }
  })

  test('of two tabs that write different steps at once keeps both', async () => {
    for (let round = 0; round < 8; round++) {
      const token = await begin()
      await Promise.all([
        putContact(token),
        ask('PUT', '/signup/image', { jpeg: null }, { token }),
        ask('PUT', '/signup/start', { item: basis, account: { by: 'kept' } }, { token }),
      ])
      expect(await read(token)).toMatchObject({ done: { start: true, contact: true, image: true } })
    }
  })
})

describe('limits', () => {
  test('a network begins 30 an hour, and goes on with those it has', async () => {
    const statuses: number[] = []
    let token = ''
    for (let turn = 0; turn < 31; turn++) {
      const answer = await ask('PUT', '/signup/start', { item: basis, account: typed }, { address: 'a' })
      statuses.push(answer.status)
      if (turn === 0) token = ((await answer.json()) as { token: string }).token
    }
    expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429])
    const goesOn = await ask('PUT', '/signup/start', { item: basis, account: typed }, { address: 'a', token })
    expect(goesOn.status).toBe(200)
    const elsewhere = await ask('PUT', '/signup/start', { item: basis, account: typed }, { address: 'b' })
    expect(elsewhere.status).toBe(200)
  })
})

describe('the first step', () => {
  test.each([
    ['package', 'gone', { kind: 'membership', package: 3 }],
    ['package', 'gone', { kind: 'membership', package: 4 }],
    ['package', 'gone', { kind: 'membership', package: 5 }],
    ['package', 'gone', { kind: 'membership', package: 999 }],
    ['package', 'gone', { kind: 'dayPass', package: 1, day: '2026-11-24' }],
    ['package', 'gone', { kind: 'credits', pack: 1 }],
    ['day', 'past', { kind: 'dayPass', package: 5, day: '2026-11-20' }],
    ['day', 'closed', { kind: 'dayPass', package: 5, day: '2026-11-22' }],
    ['day', 'far', { kind: 'dayPass', package: 5, day: '2027-01-21' }],
  ])('%s %s: %j', async (field, why, item) => {
    await expectFault(await ask('PUT', '/signup/start', { item, account: typed }), field, why)
    expect(await world.db.selectFrom('signup').selectAll().execute()).toEqual([])
  })

  test.each([
    ['item', undefined, typed],
    ['item.day', { kind: 'dayPass', package: 5, day: '2026-02-30' }, typed],
    ['account.email', basis, { by: 'typed', email: 'frida' }],
    ['account.by', basis, { by: 'magic' }],
    ['email', basis, { by: 'kept' }],
    ['claim', basis, { by: 'claim', claim: 'x' }],
  ])('names %s when it is wrong', async (field, item, account) => {
    await expectFault(await ask('PUT', '/signup/start', { item, account }), field)
  })

  test('a day pass is for a day that is open', async () => {
    const item = { kind: 'dayPass', package: 5, day: '2026-11-24' }
    expect(await read(await begin(item))).toMatchObject({ item })
  })
})

describe('the contact', () => {
  test.each([
    ['firstName', 'latin', { firstName: 'Фрида' }],
    ['birth', 'young', { birthYear: '2020' }],
    ['guardianName', 'missing', { birthYear: '2010' }],
    ['zip', 'form', { zip: '1' }],
    ['country', 'business', { buysFor: 'company', company: 'x', country: 'AT', zip: '1010' }],
    ['vatId', 'digit', { buysFor: 'company', company: 'x', vatId: 'DE123456789' }],
  ] as const)('%s %s', async (field, why, change) => {
    const token = await begin()
    await expectFault(await putContact(token, change), field, why)
    expect(await read(token)).toMatchObject({ contact: null, done: { contact: false } })
  })

  test.each([
    ['firstName', { firstName: 7 }],
    ['firstName', { firstName: 'x'.repeat(301) }],
    ['buysFor', { buysFor: 'nobody' }],
    ['role', { role: 'admin' }],
  ])('%s is named when it is no text: %j', async (field, change) => {
    await expectFault(
      await ask('PUT', '/signup/contact', { ...frida, ...change }, { token: await begin() }),
      field,
    )
  })
})

describe('the photo', () => {
  test('is stored as it was made, and taken back', async () => {
    const token = await begin()
    const jpeg = (await photo()).toString('base64')
    await ask('PUT', '/signup/image', { jpeg }, { token })
    expect(await (await ask('GET', '/signup/image', undefined, { token })).json()).toEqual({ jpeg })
    expect((await ask('GET', '/signup/image', undefined, { token: await begin() })).status).toBe(404)
    await ask('PUT', '/signup/image', { jpeg: null }, { token })
    expect((await ask('GET', '/signup/image', undefined, { token })).status).toBe(404)
    expect(await read(token)).toMatchObject({ image: 'later', done: { image: true } })
  })

  test.each<[string, () => Promise<Buffer | string>]>([
    ['another size', () => photo(480, 479)],
    [
      'a PNG',
      () =>
        sharp({ create: { width: 480, height: 480, channels: 3, background: '#a52' } })
          .png()
          .toBuffer(),
    ],
    [
      'metadata',
      () =>
        sharp({ create: { width: 480, height: 480, channels: 3, background: '#a52' } })
          .withExif({ IFD0: { Copyright: 'x' } })
          .jpeg()
          .toBuffer(),
    ],
    ['HTML', async () => Buffer.from('<script>alert(1)</script>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['no base64', async () => 'ü'],
    ['too much', async () => 'A'.repeat(200_004)],
  ])('%s is refused', async (_, make) => {
    const made = await make()
    const jpeg = typeof made === 'string' ? made : made.toString('base64')
    const token = await begin()
    await expectFault(await ask('PUT', '/signup/image', { jpeg }, { token }), 'jpeg')
    expect(await read(token)).toMatchObject({ image: null })
  })
})

describe('somebody who is signed in', () => {
  async function claim(claims: object) {
    const headers = {
      authorization: `Bearer ${await world.id.token({ ...claims })}`,
      'content-type': 'application/json',
    }
    const response = await world.fetch(
      new Request(`${origin}/api/signup/claim`, { method: 'POST', headers, body: '{}' }),
    )
    return { status: response.status, body: (await response.json()) as { claim: string; email: string } }
  }

  test('brings the proved address and what is known of the member', async () => {
    const { body } = await claim(mia)
    expect(body).toMatchObject({ email: mia.email, hasPackage: false })
    const token = await begin(basis, { by: 'claim', claim: body.claim })
    expect(await read(token)).toMatchObject({
      email: mia.email,
      isSignedIn: true,
      contact: { firstName: canary, city: canary },
    })
    const stored = await store.find(world.db, hashOf(token), now)
    expect(stored).toMatchObject({ subject: mia.sub, member: ids.mia })
  })

  test('with a package that renews is told so', async () => {
    await world.db
      .insertInto('memberPackage')
      .values({ memberId: ids.tom, packageId: 1, fromDate: '2026-11-01', untilDate: null, createdAt: now })
      .execute()
    expect((await claim(tom)).body).toMatchObject({ hasPackage: true })
  })

  test('without a verified address proves nothing', async () => {
    expect((await claim({ ...mia, sub: 'auth0|thief', email_verified: false })).status).toBe(403)
  })

  test('no other text proves an account', async () => {
    const { body } = await claim(mia)
    const [text = '', signature = ''] = body.claim.split('.')
    const forged = Buffer.from(JSON.stringify({ email: tom.email, subject: tom.sub, member: 2, until: 4e9 }))
    for (const wrong of [
      text,
      `${text}.`,
      `.${signature}`,
      `${forged.toString('base64url')}.${signature}`,
      `${text}.${Buffer.alloc(32).toString('base64url')}`,
      '',
    ])
      await expectFault(
        await ask('PUT', '/signup/start', { item: basis, account: { by: 'claim', claim: wrong } }),
        'claim',
      )
  })
})

describe('the order', () => {
  beforeAll(async () => {
    await setBilling(world.db, () => now, 1, billing)
    for (const table of ['member', 'credit', 'member_package'])
      await sql`alter table ${sql.table(table)} alter column id restart with 1001`.execute(world.db)
  })
  const texts = ['terms', 'withdrawal', 'earlyStart'].map((kind) => ({ kind, text: kind }))
  const asked = { shownCents: 1990, paysBy: 'transfer', startsEarly: true, consents: texts }
  const order = (token: string, change: object = {}) =>
    ask('POST', '/signup/order', { ...asked, ...change }, { token })
  const orders = () => world.db.selectFrom('customerOrder').selectAll().where('number', '!=', ids.order)

  async function ready(change: Partial<Contact> = {}): Promise<string> {
    const token = await begin(basis, { by: 'typed', email: `f-${crypto.randomUUID()}@example.org` })
    expect((await putContact(token, change)).status).toBe(200)
    await ask('PUT', '/signup/image', { jpeg: null }, { token })
    return token
  }
  afterEach(async () => {
    // Consents are never deleted: the orders of each test stay.
    await world.db.deleteFrom('mail').execute()
  })

  test('says what it costs: at once, and after the time for a withdrawal', async () => {
    const token = await ready()
    expect(await (await ask('GET', '/signup/offer', undefined, { token })).json()).toMatchObject({
      offer: { totalCents: 1990, fromDate: '2026-11-21', renews: 'month', paysBy: ['transfer'] },
      later: { fromDate: '2026-12-06' },
    })
    const company = await ready({ buysFor: 'company', company: 'Fräswerk GmbH' })
    expect(await (await ask('GET', '/signup/offer', undefined, { token: company })).json()).toMatchObject({
      offer: { fromDate: '2026-11-21', paysBy: ['transfer', 'invoice'] },
      later: null,
    })
    await world.db.updateTable('package').set({ state: 'archived' }).where('id', '=', 1).execute()
    expect(await (await ask('GET', '/signup/offer', undefined, { token })).json()).toEqual({
      offer: null,
      later: null,
    })
    await world.db.updateTable('package').set({ state: 'active' }).where('id', '=', 1).execute()
  })

  test('is one, however often and from however many tabs the button is pressed', async () => {
    const before = (await orders().execute()).length
    const token = await ready()
    const answers = await Promise.all([1, 2, 3, 4].map(async () => (await order(token)).json()))
    expect(new Set(answers.map((each) => (each as { number: string }).number)).size).toBe(1)
    expect(await (await order(token)).json()).toEqual(answers[0])
    expect(await orders().execute()).toHaveLength(before + 1)
    expect(await read(token)).toMatchObject({
      order: { number: (answers[0] as { number: string }).number, state: 'placed', paysBy: 'transfer' },
    })
  })

  test('has the buyer that was typed, and the texts', async () => {
    const token = await ready({ buysFor: 'company', company: 'Fräswerk GmbH', vatId: 'de 123 456 788' })
    const { number } = (await (await order(token)).json()) as { number: string }
    const stored = await orders().where('number', '=', number).executeTakeFirstOrThrow()
    expect(stored.buyer).toMatchObject({
      firstName: 'Frida',
      dateOfBirth: '1990-12-24',
      company: 'Fräswerk GmbH',
      vatId: 'DE123456788',
      phone: null,
      reference: null,
    })
    const consents = await world.db
      .selectFrom('consent')
      .select('kind')
      .where('orderId', '=', stored.id)
      .execute()
    expect(consents.map(({ kind }) => kind).toSorted()).toEqual(['earlyStart', 'terms', 'withdrawal'])
  })

  test('keeps the steps as they are, until it is given up', async () => {
    const token = await ready()
    const first = (await (await order(token)).json()) as { number: string }
    for (const step of [
      () => putContact(token, { city: 'Bonn' }),
      () => ask('PUT', '/signup/image', { jpeg: null }, { token }),
      () => ask('PUT', '/signup/start', { item: basis, account: { by: 'kept' } }, { token }),
    ])
      expect((await step()).status).toBe(409)
    expect((await ask('POST', '/signup/change', {}, { token })).status).toBe(200)
    expect(await read(token)).toMatchObject({ order: null, contact: { city: 'Köln' } })
    expect((await putContact(token, { city: 'Bonn' })).status).toBe(200)
    const second = (await (await order(token)).json()) as { number: string }
    expect(second.number).not.toBe(first.number)
    const states = await orders().where('number', 'in', [first.number, second.number]).execute()
    expect(states.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'placed'])
  })

  test.each([
    ['a price that was not shown', { shownCents: 990 }, 409],
    ['a way to pay that is not offered', { paysBy: 'invoice' }, 400],
    ['no terms', { consents: texts.slice(1) }, 400],
    ['no request to begin early', { consents: texts.slice(0, 2) }, 400],
  ])('is refused with %s, and the steps stay open', async (_, change, status) => {
    const token = await ready()
    expect((await order(token, change)).status).toBe(status)
    expect(await read(token)).toMatchObject({ order: null })
    expect((await putContact(token)).status).toBe(200)
  })

  test('waits for every step', async () => {
    const token = await begin()
    expect((await order(token)).status).toBe(409)
    await putContact(token)
    expect((await order(token)).status).toBe(409)
    expect((await order('x'.repeat(43))).status).toBe(404)
  })

  test('gives its member the photo once it is given, and no sooner', async () => {
    const token = await ready()
    const jpeg = await photo()
    await ask('PUT', '/signup/image', { jpeg: jpeg.toString('base64') }, { token })
    const { number } = (await (await order(token)).json()) as { number: string }
    await tendSignUps(world.db, now)
    expect(await world.db.selectFrom('photo').selectAll().execute()).toEqual([])
    await bookOrderTransfer(world.ordering, number)
    await tendSignUps(world.db, now)
    await tendSignUps(world.db, now)
    const { memberId } = await orders().where('number', '=', number).executeTakeFirstOrThrow()
    expect(await read(token)).toMatchObject({ order: { state: 'fulfilled', member: memberId } })
    expect(await world.db.selectFrom('photo').selectAll().execute()).toEqual([
      { memberId, jpeg, updatedAt: now },
    ])
    expect((await ask('GET', '/signup/image', undefined, { token })).status).toBe(404)
  })

  test('whose process ended before it was placed leaves the steps open after two minutes', async () => {
    const token = await ready()
    const { id } = (await store.find(world.db, hashOf(token), now)) ?? { id: 0 }
    const frozenAt = (seconds: number) =>
      store.freeze(world.db, id, {
        now: new Date(now.getTime() - seconds * 1000),
        expiresAt: new Date('2027-01-01'),
      })
    await frozenAt(100)
    expect((await putContact(token)).status).toBe(409)
    await store.unfreeze(world.db, id)
    await frozenAt(130)
    expect((await putContact(token)).status).toBe(200)
  })

  describe('of somebody under 18', () => {
    const minor = { birthYear: '2010', guardianName: 'Ada Fräs', guardianEmail: 'ada@example.org' }
    async function mailed(): Promise<string> {
      const [mail] = await world.db.selectFrom('mail').selectAll().orderBy('id', 'desc').limit(1).execute()
      return /guardian\?token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
    }
    const agree = (token: string) => ask('POST', '/guardian/agree', { token, name: 'Ada Fräs' })

    test('waits for the guardian, who sees just this order and agrees once', async () => {
      const token = await ready(minor)
      expect(await read(token)).toMatchObject({ guardian: { email: 'ada@example.org', wasAsked: false } })
      expect((await order(token)).status).toBe(409)
      expect((await ask('POST', '/signup/guardian', {}, { token })).status).toBe(200)
      const link = await mailed()
      expect(await (await ask('GET', `/guardian?token=${link}`)).json()).toMatchObject({
        name: 'Frida Fräs',
        guardian: 'Ada Fräs',
        offer: { totalCents: 1990 },
        hasAgreed: false,
      })
      expect((await order(token)).status).toBe(409)
      expect([(await agree(link)).status, (await agree(link)).status]).toEqual([200, 404])
      expect(await read(token)).toMatchObject({ guardian: { hasAgreed: true } })
      const { number } = (await (await order(token)).json()) as { number: string }
      const { id } = await orders().where('number', '=', number).executeTakeFirstOrThrow()
      const kinds = await world.db.selectFrom('consent').select('kind').where('orderId', '=', id).execute()
      expect(kinds.map(({ kind }) => kind)).toContain('guardian')
    })

    test('another package, price or guardian is asked anew, and an older link is over', async () => {
      const token = await ready(minor)
      await ask('POST', '/signup/guardian', {}, { token })
      const first = await mailed()
      await ask('POST', '/signup/guardian', {}, { token })
      const second = await mailed()
      expect([(await agree(first)).status, (await agree(second)).status]).toEqual([404, 200])
      const hasAgreed = async () =>
        ((await read(token)) as { guardian: { hasAgreed: boolean } }).guardian.hasAgreed
      expect(await hasAgreed()).toBe(true)
      await putContact(token, { ...minor, guardianEmail: 'eva@example.org' })
      expect(await hasAgreed()).toBe(false)
      await putContact(token, minor)
      await world.db.updateTable('package').set({ recurringFeeCents: 2990 }).where('id', '=', 1).execute()
      expect(await hasAgreed()).toBe(false)
      expect((await order(token, { shownCents: 2990 })).status).toBe(409)
      await world.db.updateTable('package').set({ recurringFeeCents: 1990 }).where('id', '=', 1).execute()
      expect(await hasAgreed()).toBe(true)
    })

    test('a guardian gets 5 mails a day at most, and nobody of age any', async () => {
      const token = await ready(minor)
      const statuses: number[] = []
      for (let turn = 0; turn < 6; turn++)
        statuses.push((await ask('POST', '/signup/guardian', {}, { token })).status)
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
      expect((await ask('POST', '/signup/guardian', {}, { token: await ready() })).status).toBe(409)
    })

    test.each(['x'.repeat(43), ''])('a link that is none shows nothing: "%s"', async (token) => {
      expect((await ask('GET', `/guardian?token=${token}`)).status).toBe(token ? 404 : 400)
    })
  })
})
