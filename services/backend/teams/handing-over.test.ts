import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ids, tom } from '../../../tests/services.fixture.ts'
import { bookTransfer } from '../invoices/correcting.ts'
import { accountOf, beginWithIda, ida, idaId, openTeams, ordersTeam, teamActs } from './teams.fixture.ts'

let world: Awaited<ReturnType<typeof openTeams>>
beforeAll(async () => {
  world = await openTeams()
})
afterAll(() => world.close())

const acts = teamActs(() => world)
const { change, view, invited, accept } = acts
const begin = (buyer?: object) => beginWithIda(world, acts, buyer)
/** Tom's team, whose first invoice is paid, with Ida on a seat. */
beforeEach(async () => {
  await begin()
  await world.payInvoices()
})

const seatOfIda = async () => (await view()).people.find(({ name }) => name === 'Ida Neu')?.seat ?? 0
const ask = async () => change({ kind: 'handOver', seat: await seatOfIda() })
const take = () => change({ kind: 'takeOver' }, ida, idaId)
const codeOf = async (answer: Response) => ((await answer.json()) as { code?: string }).code
const owner = async () => (await view()).people[0]?.name
const kindsTo = async (address: string) => (await world.mailsTo(address)).map(({ kind }) => kind)

describe('a person who is asked', () => {
  test('gets the team with contract and next invoice once they say so; both get a mail', async () => {
    expect((await ask()).status).toBe(200)
    expect(await owner()).toBe('Tom Tom')
    expect((await kindsTo('ida@firma.example')).at(-1)).toBe('team-handover')
    const until = '2026-12-07'
    expect((await view()).nextOwner).toEqual({ name: 'Ida Neu', isSelf: false, until })
    expect((await view(ida, idaId)).nextOwner).toEqual({ name: 'Ida Neu', isSelf: true, until })
    expect((await take()).status).toBe(200)
    const { people, nextOwner } = await view()
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ['Ida Neu', 'owner'],
      ['Tom Tom', 'manager'],
    ])
    expect(nextOwner).toBeNull()
    expect((await kindsTo('ida@firma.example')).at(-1)).toBe('team-owns')
    expect((await kindsTo(tom.email)).at(-1)).toBe('team-gave')
    await world.on('2026-12-23')
    const next = await world.db
      .selectFrom('invoice')
      .select(['memberId', 'buyer'])
      .orderBy('id', 'desc')
      .executeTakeFirst()
    expect(next).toMatchObject({ memberId: idaId, buyer: { company: 'Drehwerk GmbH', name: 'Ida Neu' } })
  })

  test('has 14 days, may say no, and may be asked in vain', async () => {
    await ask()
    world.minutesLater(14 * 24 * 60)
    expect((await take()).status).toBe(404)
    expect((await view()).nextOwner).toBeNull()
    await ask()
    expect((await change({ kind: 'dropHandOver' }, ida, idaId)).status).toBe(200)
    expect((await kindsTo(tom.email)).at(-1)).toBe('team-kept')
    expect((await take()).status).toBe(404)
    await ask()
    expect((await change({ kind: 'dropHandOver' })).status).toBe(200)
    expect((await take()).status).toBe(404)
    await ask()
    await change({ kind: 'endSeat', seat: await seatOfIda() })
    expect((await take()).status).toBe(404)
    expect(await owner()).toBe('Tom Tom')
  })

  test('is the only one who sees it, answers it, or says no to it', async () => {
    await accept(await invited('ben@firma.example'), accountOf('ben'))
    await ask()
    const ben = [accountOf('ben'), 1002] as const
    expect((await view(...ben)).nextOwner).toBeNull()
    expect((await change({ kind: 'takeOver' }, ...ben)).status).toBe(404)
    expect((await change({ kind: 'dropHandOver' }, ...ben)).status).toBe(403)
    expect((await change({ kind: 'takeOver' })).status).toBe(403)
  })
})

test('the contract of the new owner keeps what is of the company, and nothing of a person', async () => {
  await begin({
    phone: '+49 221 4711',
    dateOfBirth: '1980-01-02',
    vatId: 'DE123456788',
    reference: 'KST 1',
    invoiceEmail: 'rechnung@drehwerk.example',
  })
  await world.payInvoices()
  await ask()
  await take()
  const { buyer } = await world.db.selectFrom('subscription').select('buyer').executeTakeFirstOrThrow()
  const { street, zip, city, country, company } = ordersTeam('a').buyer
  expect(buyer).toEqual({
    firstName: 'Ida',
    lastName: 'Neu',
    email: 'ida@firma.example',
    locale: 'de',
    phone: null,
    dateOfBirth: null,
    company,
    street,
    zip,
    city,
    country,
    vatId: 'DE123456788',
    reference: 'KST 1',
    invoiceEmail: 'rechnung@drehwerk.example',
  })
})

test('an address of the old owner gets no further invoices', async () => {
  await begin({ invoiceEmail: tom.email.toUpperCase() })
  await world.payInvoices()
  await ask()
  await take()
  const { buyer } = await world.db.selectFrom('subscription').select('buyer').executeTakeFirstOrThrow()
  expect(buyer).toMatchObject({ invoiceEmail: null })
})

describe('a team is not handed over', () => {
  const newest = async () =>
    world.db.selectFrom('invoice').select('number').orderBy('id', 'desc').executeTakeFirstOrThrow()

  test('while an invoice of its contract is open, neither asked for nor accepted', async () => {
    await ask()
    await world.on('2026-12-23')
    await world.db
      .updateTable('team')
      .set({ nextOwnerUntil: new Date('2027-01-01') })
      .execute()
    const { number } = await newest()
    for (const call of [take, ask]) {
      const refused = (await (await call()).json()) as object
      expect(refused).toMatchObject({ code: 'invoiceOpen', message: expect.stringContaining(number ?? '-') })
    }
    await bookTransfer(world.parts, number ?? '')
    expect((await take()).status).toBe(200)
  })

  test('to somebody who owns another one', async () => {
    await ask()
    await world.otherTeam()
    await world.db.updateTable('team').set({ ownerId: idaId }).where('ownerId', '=', ids.mia).execute()
    expect(await codeOf(await ask())).toBe('hasTeam')
  })

  test('to somebody whose deletion is asked for or under way', async () => {
    await ask()
    const at = (ms: number) => new Date(world.parts.clock().getTime() + ms)
    const row = {
      memberId: idaId,
      subject: ida.sub,
      emails: [],
      locale: 'de',
      createdAt: at(0),
      tokenHash: Buffer.alloc(32),
    }
    const say = (state: string, left: number) =>
      world.db
        .insertInto('memberDeletion')
        .values({ ...row, state, expiresAt: at(left) })
        .onConflict((conflict) => conflict.column('subject').doUpdateSet({ state, expiresAt: at(left) }))
        .execute()
    for (const [state, left] of [
      ['asked', 60_000],
      ['confirmed', -60_000],
      ['told', -60_000],
    ] as const) {
      await say(state, left)
      expect([state, await codeOf(await take())]).toEqual([state, 'conflict'])
    }
    // Its link is over.
    await world.db.deleteFrom('memberDeletion').execute()
    await say('asked', -60_000)
    expect((await take()).status).toBe(200)
  })
})
