import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../../contracts/problem.ts'
import { ids, now } from '../../../tests/services.fixture.ts'
import { bookOrderTransfer } from '../orders/desk.ts'
import type { Ordering } from '../orders/parts.ts'
import type { PaymentProvider } from '../payments/provider.ts'
import { tendSignUps } from './jobs.ts'
import { hashOf } from './parts.ts'
import { basis, openOrders, photo, texts } from './sign-ups.fixture.ts'
import * as store from './sign-ups.store.ts'

type Executor = ReturnType<Awaited<ReturnType<typeof openOrders>>['db']['getExecutor']>
let world: Awaited<ReturnType<typeof openOrders>>
let ask: typeof world.ask
let read: typeof world.read
let begin: typeof world.begin
let ready: typeof world.ready
let order: typeof world.order
let putContact: typeof world.putContact
let shownTo: typeof world.shownTo
let orders: typeof world.orders
beforeAll(async () => {
  world = await openOrders()
  ;({ ask, begin, read, ready, order, putContact, shownTo, orders } = world)
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('rateLimit').execute())
afterEach(async () => {
  // Consents are never deleted: the orders of each test stay.
  await world.db.deleteFrom('signup').execute()
  await world.db.deleteFrom('mail').execute()
})

describe('the order', () => {
  test('says what it costs: at once, and after the time for a withdrawal', async () => {
    const token = await ready()
    expect(await (await ask('GET', '/signup/offer', undefined, { token })).json()).toMatchObject({
      offer: { totalCents: 1990, fromDate: '2026-11-21', renews: 'month', paysBy: ['transfer'] },
      later: { fromDate: '2026-12-06' },
    })
    const company = await ready({ buysFor: 'company', company: 'Fräswerk GmbH' })
    expect(await (await ask('GET', '/signup/offer', undefined, { token: company })).json()).toMatchObject({
      // By invoice only for an account that is proved: the rights come before the money.
      offer: { fromDate: '2026-11-21', paysBy: ['transfer'] },
      later: null,
    })
    await world.db.updateTable('package').set({ state: 'archived' }).where('id', '=', 1).execute()
    expect(await (await ask('GET', '/signup/offer', undefined, { token })).json()).toMatchObject({
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
    const [{ number } = { number: '' }] = answers as { number: string }[]
    // Also when it can no longer be paid.
    await bookOrderTransfer(world.ordering, number)
    expect(await (await order(token)).json()).toEqual({ number, url: null })
    expect(await orders().execute()).toHaveLength(before + 1)
    expect(await read(token)).toMatchObject({
      order: { number, state: 'fulfilled', paysBy: 'transfer' },
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
      () => ask('PUT', '/signup/image', { jpeg: null, replaces: false }, { token }),
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

  test.each([
    ['its name', { name: 'Basis neu' }],
    ['its renewal', { recurringFeePeriod: 'year' }],
  ])('is refused when %s changed since it was shown, and nothing is placed', async (_, change) => {
    const token = await ready()
    const shown = await shownTo(token)
    const before = await world.db
      .selectFrom('package')
      .selectAll()
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    await world.db.updateTable('package').set(change).where('id', '=', 1).execute()
    try {
      const answer = await order(token, { shown })
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'offerChanged' }])
      expect(await read(token)).toMatchObject({ order: null })
      expect((await order(token)).status).toBe(200)
    } finally {
      const { name, recurringFeePeriod } = before
      const old = { name, recurringFeePeriod }
      await world.db.updateTable('package').set(old).where('id', '=', 1).execute()
    }
  })

  test('is refused when another tab chose another package since it was shown', async () => {
    const token = await ready()
    const shown = await shownTo(token)
    const item = { kind: 'dayPass', package: 5, day: '2026-11-24' }
    await ask('PUT', '/signup/start', { item, account: { by: 'kept' } }, { token })
    expect((await order(token, { shown })).status).toBe(409)
    expect((await order(token)).status).toBe(200)
  })

  test('is not by invoice for a company whose address nobody has proved', async () => {
    const token = await ready({ buysFor: 'company', company: 'Fräswerk GmbH' })
    expect((await order(token, { paysBy: 'invoice' })).status).toBe(400)
    expect(await read(token)).toMatchObject({ order: null })
  })

  test('is kept when its payment cannot be opened: no other one takes its place', async () => {
    const provider = {
      checkout: () => Promise.reject(new Problem('upstreamUnavailable')),
    } as unknown as PaymentProvider
    const token = await ready()
    const ordering: Ordering = world.ordering
    ordering.provider = provider
    try {
      expect((await order(token, { paysBy: 'provider' })).status).toBe(503)
    } finally {
      ordering.provider = null
    }
    expect(await read(token)).toMatchObject({ order: { state: 'placed', paysBy: 'provider' } })
    expect((await putContact(token, { city: 'Bonn' })).status).toBe(409)
    expect((await order(token, { paysBy: 'transfer' })).status).toBe(422)
  })

  test('takes at most 30 statements with what the site asks before', async () => {
    const ordering: Ordering = world.ordering
    const token = await ready()
    const page = { ref: 'cs_few', url: 'https://pay.example/cs_few', expiresAt: new Date('2026-11-22') }
    ordering.provider = { checkout: async () => page } as unknown as PaymentProvider
    // Also those of transactions, whose executors are others.
    const executors = Object.getPrototypeOf(Object.getPrototypeOf(world.db.getExecutor())) as Executor
    const statements = vi.spyOn(executors, 'executeQuery')
    try {
      await read(token)
      expect(await (await order(token, { paysBy: 'provider' })).json()).toMatchObject({ url: page.url })
      // The product's own token is not in the database.
      const own = statements.mock.calls.filter(([{ sql: text }]) => !text.includes('"service_token"'))
      expect(own.length).toBeLessThanOrEqual(30)
    } finally {
      statements.mockRestore()
      ordering.provider = null
    }
  })

  test('may be placed twenty times a day', async () => {
    const token = await ready()
    for (let press = 0; press < 20; press++) expect((await order(token)).status).toBe(200)
    expect((await order(token)).status).toBe(429)
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
    await ask('PUT', '/signup/image', { jpeg: jpeg.toString('base64'), replaces: false }, { token })
    const { number } = (await (await order(token)).json()) as { number: string }
    // The member of somebody who signed in is known from the beginning.
    const ofTom = (memberId: number | null) =>
      world.db.updateTable('customerOrder').set({ memberId }).where('number', '=', number).execute()
    for (const member of [null, ids.tom]) {
      await ofTom(member)
      await tendSignUps(world.db, now)
      expect(await world.db.selectFrom('photo').selectAll().execute()).toEqual([])
    }
    await ofTom(null)
    await bookOrderTransfer(world.ordering, number)
    const { memberId } = await orders().where('number', '=', number).executeTakeFirstOrThrow()
    expect(await read(token)).toMatchObject({ order: { state: 'fulfilled', member: memberId } })
    // At once, and the job finds nothing more.
    for (const again of [false, true]) {
      if (again) await tendSignUps(world.db, now)
      expect(await world.db.selectFrom('photo').selectAll().execute()).toEqual([
        { memberId, jpeg, updatedAt: now },
      ])
    }
    // The end of the sign-up still shows it.
    const shown = await ask('GET', '/signup/image', undefined, { token })
    expect(await shown.json()).toEqual({ jpeg: jpeg.toString('base64') })
    await world.db.deleteFrom('photo').execute()
    expect((await ask('GET', '/signup/image', undefined, { token })).status).toBe(404)
  })

  test('photos are moved by one at a time', async () => {
    await world.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(hashtext('photo'))`.execute(tx)
      const moved = store.movePhotos(world.db, now).then(() => 'moved')
      expect(await Promise.race([moved, setTimeout(200, 'waits')])).toBe('waits')
    })
  })

  test.each([
    ['stays where nobody chose another', false],
    ['gives way to the one that its member chose', true],
  ])('the photo on a card %s', async (_, replaces) => {
    const memberId = replaces ? ids.mia : ids.tom
    const [old, chosen] = [await photo(), await photo(480, 480, '#25a')]
    const token = await ready()
    const image = { jpeg: chosen.toString('base64'), replaces }
    await ask('PUT', '/signup/image', image, { token })
    const { number } = (await (await order(token)).json()) as { number: string }
    const ofMember = { memberId, jpeg: old, updatedAt: now }
    await world.db.insertInto('photo').values(ofMember).execute()
    await world.db.updateTable('customerOrder').set({ memberId }).where('number', '=', number).execute()
    await bookOrderTransfer(world.ordering, number)
    const [card] = await world.db
      .selectFrom('photo')
      .select('jpeg')
      .where('memberId', '=', memberId)
      .execute()
    // Nobody sees a photo that they have not given themselves.
    const shown = await ask('GET', '/signup/image', undefined, { token })
    await world.db.deleteFrom('photo').where('memberId', '=', memberId).execute()
    expect(card?.jpeg.equals(replaces ? chosen : old)).toBe(true)
    expect(shown.status).toBe(replaces ? 200 : 404)
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
})

describe('a team', () => {
  const team = (ownerTakesSeat: boolean) => ({ kind: 'team', package: 3, ownerTakesSeat })
  const company = { company: 'Schule am Ring', birthDay: '', birthMonth: '', birthYear: '' }

  test('signs up with a company and its contact person, and needs no photo', async () => {
    const token = await begin(team(true))
    expect(await read(token)).toMatchObject({
      flow: 'team',
      done: { start: true, contact: false, image: true },
    })
    expect((await putContact(token, { ...company, company: '' })).status).toBe(400)
    expect((await putContact(token, { ...company, ownerSeat: 'on' })).status).toBe(200)
    expect(await read(token)).toMatchObject({ done: { contact: true }, guardian: null })
    const terms = texts.slice(0, 1)
    const { number } = (await (await order(token, { consents: terms })).json()) as { number: string }
    const stored = await orders().where('number', '=', number).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ kind: 'team', rights: { seats: 3 }, buyer: { company: 'Schule am Ring' } })
    expect(stored.offer).toMatchObject({ item: { ownerTakesSeat: true } })
    expect(stored.returnPaths).toMatchObject({ success: '/team/confirmation' })
  })

  test('gives the person no seat who asks for none', async () => {
    const token = await begin(team(true))
    await putContact(token, { ...company, ownerSeat: '' })
    expect(await read(token)).toMatchObject({ item: { ownerTakesSeat: false } })
  })

  test('is on invoice for an account that is proved, alone', async () => {
    const token = await begin(team(true))
    await putContact(token, company)
    expect((await order(token, { paysBy: 'invoice', consents: texts.slice(0, 1) })).status).toBe(400)
    await world.db.updateTable('signup').set({ subject: 'auth0|f' }).where('flow', '=', 'team').execute()
    expect((await order(token, { paysBy: 'invoice', consents: texts.slice(0, 1) })).status).toBe(200)
  })

  test('and a member sign up with the same draft: the day of birth that was typed before counts for one of them', async () => {
    const token = await begin()
    await putContact(token, { birthYear: '2010', guardianName: 'Ada Fräs', guardianEmail: 'ada@example.org' })
    const start = { item: team(true), account: { by: 'kept' } }
    await ask('PUT', '/signup/start', start, { token })
    expect(await read(token)).toMatchObject({ flow: 'team', done: { contact: false }, guardian: null })
    await ask('PUT', '/signup/start', { ...start, item: basis }, { token })
    expect(await read(token)).toMatchObject({ flow: 'onboarding', done: { contact: true } })
    expect(await read(token)).not.toMatchObject({ guardian: null })
  })

  test('is of a package for teams', async () => {
    for (const item of [
      { ...team(true), package: 1 },
      { kind: 'membership', package: 3 },
    ])
      expect(
        (await ask('PUT', '/signup/start', { item, account: { by: 'typed', email: 'a@b.de', isNew: false } }))
          .status,
      ).toBe(400)
  })
})
