import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { invoiceSums } from '../../../rules/vat.ts'
import { insertInvoice } from '../invoices/invoices.store.ts'
import { read } from '../invoices/settings.store.ts'
import { openSubscriptions } from './subscriptions.fixture.ts'

let world: Awaited<ReturnType<typeof openSubscriptions>>
let member = 0

beforeAll(async () => {
  world = await openSubscriptions()
})
afterAll(() => world.close())
beforeEach(async () => {
  member = await world.begin()
})

const jobs = () => world.jobs()
const on = (day: string) => world.on(day)

describe('an invoice for bookings', () => {
  const owes = async () => {
    const settings = await read(world.db, 1)
    if (!settings) throw new Error('no settings')
    const days = { suppliedFrom: '2026-11-24', suppliedUntil: '2026-11-24' }
    const line = { text: 'Lasercutter', quantity: 1, ...days, taxPercent: '19.00', grossCents: 2380 }
    const address = { street: '', zip: '', city: '', country: 'DE', email: 'nele@example.org', vatId: null }
    await world.db.transaction().execute((tx) =>
      insertInvoice(tx, {
        space: 1,
        member,
        kind: 'invoice',
        purpose: `usage-${member}-2026-11`,
        cancels: null,
        locale: 'de',
        issuedOn: '2026-12-01',
        dueOn: '2026-12-15',
        retainUntil: '2034-12-31',
        prefix: settings.prefix,
        seller: settings.seller,
        scheme: settings.scheme,
        buyer: { name: 'Nele Neu', company: null, memberNumber: '1001', reference: null, ...address },
        ...invoiceSums([line], settings.scheme),
        now: world.time.now,
      }),
    )
  }
  const mailText = async () => {
    const mail = await world.db
      .selectFrom('mail')
      .select('text')
      .where('kind', '=', 'invoice')
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    return mail?.text?.replaceAll('\u00a0', ' ') ?? ''
  }

  test('announces its debit, and is charged five days later, once', async () => {
    world.time.now = new Date('2026-12-01T11:00:00Z')
    await owes()
    await on('2026-12-01')
    expect(await mailText()).toContain(
      'Am 6. Dezember 2026 ziehen wir 23,80 € von deiner Karte ein, die auf 4242 endet',
    )
    expect(await mailText()).not.toContain('IBAN')
    await on('2026-12-05')
    expect(world.payments.charges()).toEqual([])
    world.time.now = new Date('2026-12-06T11:00:00Z')
    await Promise.all([jobs(), jobs()])
    await on('2026-12-08')
    expect(world.payments.charges()).toMatchObject([{ cents: 2380, state: 'paid' }])
    expect((await world.left()).paid.map(({ amountCents }) => amountCents)).toEqual([3900, 2380])
  })

  test('whose charge is refused is left to the member, who gets a mail', async () => {
    world.time.now = new Date('2026-12-01T11:00:00Z')
    await owes()
    world.charges('failed')
    await on('2026-12-06')
    await on('2026-12-12')
    expect(world.payments.charges()).toMatchObject([{ cents: 2380, state: 'failed' }])
    expect((await world.left()).mails.filter((kind) => kind === 'order-failed')).toHaveLength(1)
    expect(await world.subscription()).toMatchObject({ state: 'active' })
  })

  test('of a member without a kept method is transferred', async () => {
    await world.db.deleteFrom('paymentProfile').execute()
    world.time.now = new Date('2026-12-01T11:00:00Z')
    await owes()
    await on('2026-12-01')
    expect(await mailText()).toContain('IBAN')
    await on('2026-12-08')
    expect(world.payments.charges()).toEqual([])
  })
})
