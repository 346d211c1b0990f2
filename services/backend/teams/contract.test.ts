import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ids, mia, tom } from '../../../tests/services.fixture.ts'
import { openTeams, ordersTeam, teamPackage } from './teams.fixture.ts'
import { teamView } from './view.ts'

let world: Awaited<ReturnType<typeof openTeams>>
beforeAll(async () => {
  world = await openTeams()
})
afterAll(() => world.close())

const seats = () => world.db.selectFrom('teamSeat').select('number').orderBy('number').execute()
const contract = () => world.db.selectFrom('subscription').selectAll().executeTakeFirstOrThrow()

describe('an order of a team', () => {
  test('gives three seats, one of them to the owner, shared credits, a contract and one invoice to the company', async () => {
    const team = await world.begin()
    expect(await seats()).toHaveLength(3)
    expect(await world.packagesOf(ids.tom)).toEqual([
      { packageId: teamPackage, fromDate: '2026-11-23', untilDate: null },
    ])
    const credits = await world.db
      .selectFrom('credit')
      .select(['amountCents', 'teamId', 'untilDate'])
      .where('id', '>', 1000)
      .execute()
    expect(credits).toEqual([{ amountCents: 15_000, teamId: team, untilDate: '2026-12-22' }])
    expect(await contract()).toMatchObject({ teamId: team, memberPackageId: null, priceCents: 14_900 })
    const invoices = await world.db.selectFrom('invoice').select(['grossCents', 'buyer']).execute()
    expect(invoices).toMatchObject([{ grossCents: 14_900, buyer: { company: 'Drehwerk GmbH' } }])
    expect((await world.left()).mails).toEqual(['invoice', 'order-confirmation'])
  })

  test('gives the owner no seat who wants none', async () => {
    await world.begin({ item: { kind: 'team', package: teamPackage, ownerTakesSeat: false } })
    expect(await world.packagesOf(ids.tom)).toEqual([])
  })

  test('makes somebody new a member', async () => {
    await world.begin({ member: null, buyer: { ...ordersTeam('x').buyer, email: 'neu@firma.example' } })
    const [order] = (await world.left()).orders
    expect(order).toMatchObject({ state: 'fulfilled', memberId: 1001 })
    expect(await world.packagesOf(1001)).toHaveLength(1)
  })

  test('is refused to somebody who owns a team', async () => {
    await world.begin()
    await expect(world.place(ordersTeam('b'))).rejects.toMatchObject({ code: 'hasTeam' })
  })

  test('that was paid meanwhile by an owner of a team is paid back', async () => {
    await world.begin({ member: null, paysBy: 'provider' }).catch(() => 0)
    await world.place(ordersTeam('b'))
    await world.db
      .updateTable('customerOrder')
      .set({ memberId: ids.tom })
      .where('requestKey', '=', 'a')
      .execute()
    await world.pay()
    expect((await world.left()).refunds).toMatchObject([{ amountCents: 14_900 }])
    expect(await world.db.selectFrom('team').select('id').execute()).toHaveLength(1)
  })
})

test('a sign-up is told who owns a team and who has a seat', async () => {
  const team = await world.begin()
  const told = async (account: object) => {
    const answer = await world.asPerson({ ...account }, 'POST', '/signup/assertion', {})
    return ((await answer.json()) as { team: string | null }).team
  }
  expect([await told(tom), await told(mia), await told(world.stranger)]).toEqual(['owner', null, null])
  const seat = { teamId: team, number: 2, role: 'member', takenOn: '2026-11-23', memberPackageId: null }
  await world.db
    .insertInto('seatHolding')
    .values({ ...seat, memberId: ids.mia })
    .execute()
  expect(await told(mia)).toBe('member')
  // Her own team is what the next order is refused for.
  await world.otherTeam()
  expect(await told(mia)).toBe('owner')
  await world.db.updateTable('subscription').set({ state: 'ended', endsOn: '2026-11-23' }).execute()
  expect([await told(tom), await told(mia)]).toEqual([null, null])
})

describe('each period', () => {
  test('has one invoice and its shared credits, with the seats that were chosen for it', async () => {
    const team = await world.begin()
    const { choices } = (await teamView(world.parts, ids.tom))?.contract ?? {}
    expect(choices?.[0]).toEqual({ seats: 1, priceCents: 4967, creditCents: 5000 })
    expect(choices?.at(-1)).toEqual({ seats: 23, priceCents: 114_233, creditCents: 115_000 })
    await world.db.updateTable('team').set({ nextSeats: 5 }).execute()
    await world.payInvoices()
    await world.on('2026-12-23')
    const invoices = await world.db.selectFrom('invoice').select('grossCents').orderBy('id').execute()
    // 149.00 × 5 / 3
    expect(invoices.map(({ grossCents }) => grossCents)).toEqual([14_900, 24_833])
    expect(await seats()).toHaveLength(5)
    const credits = await world.db
      .selectFrom('credit')
      .select(['amountCents', 'teamId'])
      .where('id', '>', 1000)
      .orderBy('id')
      .execute()
    expect(credits.at(-1)).toEqual({ amountCents: 25_000, teamId: team })
    const line = await world.db.selectFrom('invoiceLine').select('text').orderBy('invoiceId').execute()
    expect(line.at(-1)?.text).toBe('Team (5 Plätze)')
    await world.payInvoices()
    await world.on('2027-01-23')
    expect((await contract()).priceCents).toBe(24_833)
  })

  test('that has fewer seats than are taken by then keeps those', async () => {
    const team = await world.begin()
    for (const [number, member] of [
      [2, 501],
      [3, 502],
    ] as const)
      await world.db
        .insertInto('seatHolding')
        .values({
          teamId: team,
          number,
          memberId: member,
          role: 'member',
          takenOn: '2026-11-23',
          memberPackageId: 1,
        })
        .execute()
    await world.db.updateTable('team').set({ nextSeats: 1 }).execute()
    await world.payInvoices()
    await world.on('2026-12-23')
    expect(await seats()).toHaveLength(3)
    expect((await contract()).priceCents).toBe(14_900)
  })

  test('that is not paid suspends all seats, and its payment brings them back', async () => {
    await world.begin()
    // Due on the 7th; reminders on the 8th and 3, 7 and 14 days later.
    for (const day of ['08', '11', '15', '22']) await world.on(`2026-12-${day}`)
    expect((await contract()).state).toBe('suspended')
    expect((await world.packagesOf(ids.tom))[0]?.untilDate).toBe('2026-12-21')
    expect((await teamView(world.parts, ids.tom))?.isSuspended).toBe(true)
    await world.payInvoices()
    await world.jobs()
    expect((await contract()).state).toBe('active')
    expect((await world.packagesOf(ids.tom))[0]?.untilDate).toBeNull()
    expect((await teamView(world.parts, ids.tom))?.isSuspended).toBe(false)
  })
})
