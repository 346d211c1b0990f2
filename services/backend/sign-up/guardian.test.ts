import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Contact } from '../../../contracts/sign-up.ts'
import { now } from '../../../tests/services.fixture.ts'
import { consentsOf } from '../orders/orders.store.ts'
import * as guardians from './guardian.store.ts'
import { hashOf } from './parts.ts'
import { openOrders } from './sign-ups.fixture.ts'
import * as store from './sign-ups.store.ts'

let world: Awaited<ReturnType<typeof openOrders>>
let ask: typeof world.ask
let read: typeof world.read
let ready: typeof world.ready
let order: typeof world.order
let putContact: typeof world.putContact
let orders: typeof world.orders
beforeAll(async () => {
  world = await openOrders()
  ;({ ask, read, ready, order, putContact, orders } = world)
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('rateLimit').execute())
afterEach(async () => {
  // Consents are never deleted: the orders of each test stay.
  await world.db.deleteFrom('signup').execute()
  await world.db.deleteFrom('mail').execute()
})

describe('the order of somebody under 18', () => {
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

  test('the mail and the page name the child and what it costs for how long', async () => {
    const token = await ready(minor)
    await ask('POST', '/signup/guardian', {}, { token })
    const [mail] = await world.db.selectFrom('mail').selectAll().execute()
    for (const said of ['Frida Fräs', 'Basis', '19,90', 'im Monat', '14 Tage'])
      expect(mail?.text).toContain(said)
  })

  test('the consent is to this child: another name or birth date is asked anew, and the link is over', async () => {
    const token = await ready(minor)
    await ask('POST', '/signup/guardian', {}, { token })
    const link = await mailed()
    await agree(link)
    for (const change of [{ firstName: 'Ben' }, { lastName: 'Dreh' }, { birthYear: '2011' }]) {
      await putContact(token, { ...minor, ...change })
      expect(await read(token)).toMatchObject({ guardian: { wasAsked: false, hasAgreed: false } })
      expect((await ask('GET', `/guardian?token=${link}`)).status).toBe(404)
      expect((await order(token)).status).toBe(409)
    }
    await putContact(token, minor)
    const { number } = (await (await order(token)).json()) as { number: string }
    const { id } = await orders().where('number', '=', number).executeTakeFirstOrThrow()
    const text = (await consentsOf(world.db, id)).find(({ kind }) => kind === 'guardian')?.body
    expect(text).toMatch(/^Ada Fräs hat als sorgeberechtigte Person zugestimmt \(.+ UTC\)/)
    expect(text).toMatch(
      /Frida Fräs, geboren am 24. Dezember 2010, dies bestellt:\n\nBasis\n19,90\s€ im Monat/,
    )
  })

  test('somebody who was under 18 in the mail does not become of age in the same sign-up', async () => {
    const token = await ready(minor)
    expect((await putContact(token)).status).toBe(200)
    await putContact(token, minor)
    await ask('POST', '/signup/guardian', {}, { token })
    const refused = await putContact(token)
    const { errors } = (await refused.json()) as { errors: object[] }
    expect([refused.status, errors]).toEqual([400, [{ field: 'birthDay', message: 'grown' }]])
    // Another tab may write at the same moment as the mail is queued.
    const { id, steps } = (await store.find(world.db, hashOf(token), now)) ?? { id: 0, steps: {} }
    const contact = { ...steps.contact, birthYear: '1990' } as Contact
    await store.writeSteps(world.db, { id, steps: { contact }, now, expiresAt: new Date('2027-01-01') })
    expect((await order(token)).status).toBe(409)
  })

  test('the link is valid for as long as the mail says', async () => {
    const token = await ready(minor)
    const { id } = (await store.find(world.db, hashOf(token), now)) ?? { id: 0 }
    await store.writeSteps(world.db, { id, steps: {}, now, expiresAt: new Date(now.getTime() + 1000) })
    await ask('POST', '/signup/guardian', {}, { token })
    const link = await mailed()
    const at = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000)
    expect(await guardians.byToken(world.db, hashOf(link), at(13.99))).not.toBeNull()
    expect(await guardians.byToken(world.db, hashOf(link), at(14))).toBeNull()
  })

  test('a network causes 10 mails, whoever they go to', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 11; turn++) {
      const token = await ready({ ...minor, guardianEmail: `g${turn}@example.org` })
      const options = { token, address: '2001:db8::1' }
      statuses.push((await ask('POST', '/signup/guardian', {}, options)).status)
    }
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
    const token = await ready({ ...minor, guardianEmail: 'other@example.org' })
    const inNetwork = { token, address: '2001:db8::ffff' }
    expect((await ask('POST', '/signup/guardian', {}, inNetwork)).status).toBe(429)
    expect((await ask('POST', '/signup/guardian', {}, { token, address: '192.0.2.1' })).status).toBe(200)
  })

  test('a guardian gets 5 mails a day at most, and nobody of age any', async () => {
    const token = await ready(minor)
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++)
      statuses.push((await ask('POST', '/signup/guardian', {}, { token })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const other = await ready({ ...minor, guardianEmail: 'ADA@example.org' })
    expect((await ask('POST', '/signup/guardian', {}, { token: other })).status).toBe(429)
    const elsewhere = { ...minor, guardianEmail: 'eva@example.org' }
    await putContact(token, elsewhere)
    expect((await ask('POST', '/signup/guardian', {}, { token })).status).toBe(429)
    const free = await ready(elsewhere)
    expect((await ask('POST', '/signup/guardian', {}, { token: free })).status).toBe(200)
    expect((await ask('POST', '/signup/guardian', {}, { token: await ready() })).status).toBe(409)
  })

  test.each(['x'.repeat(43), ''])('a link that is none shows nothing: "%s"', async (token) => {
    expect((await ask('GET', `/guardian?token=${token}`)).status).toBe(token ? 404 : 400)
  })
})
