import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TeamChange } from '../../../contracts/team.ts'
import { ids, tom } from '../../../tests/services.fixture.ts'
import { accountOf, openTeams, teamActs, teamPackage } from './teams.fixture.ts'

let world: Awaited<ReturnType<typeof openTeams>>
let team: number
beforeAll(async () => {
  world = await openTeams()
})
afterAll(() => world.close())
beforeEach(async () => {
  team = await world.begin()
  await world.db.deleteFrom('rateLimit').execute()
  await world.db.deleteFrom('accountLink').where('subject', 'like', 'auth0|p-%').execute()
})

const { change, view, invited, tokenFor, accept } = teamActs(() => world)

describe('an invitation', () => {
  test('gives somebody new a seat with its package, tells the owner, and works once', async () => {
    const token = await invited('Ida@Firma.example')
    const shown = await world.asSite('GET', `/invitation?token=${token}`)
    expect(await shown.json()).toEqual({
      team: 'Drehwerk GmbH',
      inviter: 'Tom Tom',
      email: 'ida@firma.example',
      state: 'open',
    })
    const ida = accountOf('ida')
    expect((await accept(token, ida)).status).toBe(200)
    // The answer was lost.
    expect((await accept(token, ida)).status).toBe(200)
    expect(await world.packagesOf(1001)).toEqual([
      { packageId: teamPackage, fromDate: '2026-11-23', untilDate: null },
    ])
    const { people, invitations } = await view()
    expect(people.map(({ name, role }) => [name, role])).toEqual([
      ['Tom Tom', 'owner'],
      ['Ida Neu', 'member'],
    ])
    expect(invitations).toEqual([])
    expect((await world.mailsTo(tom.email)).map(({ kind }) => kind)).toContain('team-accepted')
    const shownNow = (await (await world.asSite('GET', `/invitation?token=${token}`)).json()) as object
    expect(shownNow).toMatchObject({ state: 'over' })
  })

  test.each([
    ['another address', { email: 'other@firma.example' }, 403],
    ['an unconfirmed address', { email_verified: false }, 403],
  ])('is refused to %s', async (_, other, status) => {
    const token = await invited('ida@firma.example')
    expect((await accept(token, { ...accountOf('ida'), ...other })).status).toBe(status)
    expect((await view()).people).toHaveLength(1)
  })

  test('asks somebody new who they are', async () => {
    const token = await invited('ida@firma.example')
    const answer = await world.asPerson(accountOf('ida'), 'POST', '/invitation/accept', { token })
    expect(await answer.json()).toMatchObject({ code: 'noMember' })
  })

  test('is over after 14 days, once it is taken back, and when a newer mail was sent', async () => {
    const first = await invited('ida@firma.example')
    const second = await invited('ida@firma.example')
    expect((await accept(first, accountOf('ida'))).status).toBe(404)
    const [open] = (await view()).invitations
    expect((await change({ kind: 'resend', invitation: open?.id ?? 0 })).status).toBe(200)
    expect((await accept(second, accountOf('ida'))).status).toBe(404)
    const third = await tokenFor('ida@firma.example')
    world.minutesLater(14 * 24 * 60)
    expect((await accept(third, accountOf('ida'))).status).toBe(404)
    world.minutesLater(-1)
    await change({ kind: 'revoke', invitation: open?.id ?? 0 })
    expect((await accept(third, accountOf('ida'))).status).toBe(404)
  })

  test('is deleted with its address 90 days after its last day', async () => {
    await invited('ida@firma.example')
    const count = async () => (await world.db.selectFrom('invitation').select('id').execute()).length
    world.minutesLater((14 + 89) * 24 * 60)
    await world.jobs()
    expect(await count()).toBe(1)
    world.minutesLater(2 * 24 * 60)
    await world.jobs()
    expect(await count()).toBe(0)
  })

  test('is not made for more people than there are free seats', async () => {
    await invited('a@firma.example')
    await invited('b@firma.example')
    expect(await (await change({ kind: 'invite', email: 'c@firma.example' })).json()).toMatchObject({
      code: 'teamFull',
    })
    // The same address again takes no other place.
    expect((await change({ kind: 'invite', email: 'b@firma.example' })).status).toBe(200)
  })

  test('of a hundred people at once gives the three seats to three, and everybody else none', async () => {
    const free = { kind: 'team', package: teamPackage, ownerTakesSeat: false } as const
    team = await world.begin({ item: free })
    const names = Array.from({ length: 100 }, (_, index) => `p${index}`)
    const tokens = await world.inviteAll(
      team,
      names.map((name) => `${name}@firma.example`),
    )
    const answers = await Promise.all(
      tokens.map((token, index) => accept(token, accountOf(names[index] ?? ''))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(97)
    // The owner has no seat.
    expect((await view()).people).toHaveLength(4)
    const given = await world.db.selectFrom('memberPackage').select('memberId').execute()
    expect(given).toHaveLength(3)
    const accepted = await world.db
      .selectFrom('invitation')
      .select('id')
      .where('state', '=', 'accepted')
      .execute()
    expect(accepted).toHaveLength(3)
  })

  test('of somebody who has a seat in another team is refused', async () => {
    const token = await invited('ida@firma.example')
    await accept(token, accountOf('ida'))
    const other = await world.otherTeam()
    const [second = ''] = await world.inviteAll(other, ['ida@firma.example'])
    expect(await (await accept(second, accountOf('ida'))).json()).toMatchObject({ code: 'hasTeam' })
  })
})

describe('the database', () => {
  test('knows no seat beyond those of the team, and no person twice', async () => {
    const row = (number: number, memberId: number) =>
      world.db
        .insertInto('seatHolding')
        .values({ teamId: team, number, memberId, role: 'member', takenOn: '2026-11-23' })
        .execute()
    await expect(row(4, 601)).rejects.toThrow('seat_holding_seat')
    await expect(row(1, 601)).rejects.toThrow('seat_holding_one_per_seat')
    await expect(row(2, ids.tom)).rejects.toThrow('seat_holding_one_per_member')
  })
})

describe('a seat that is taken back', () => {
  test('ends its package today, says so by mail, and can be given to somebody else at once', async () => {
    await accept(await invited('ida@firma.example'), accountOf('ida'))
    const ida = (await view()).people.find(({ name }) => name === 'Ida Neu')
    expect((await change({ kind: 'endSeat', seat: ida?.seat ?? 0 })).status).toBe(200)
    expect(await world.packagesOf(1001)).toMatchObject([{ untilDate: '2026-11-23' }])
    expect((await world.mailsTo('ida@firma.example')).at(-1)?.kind).toBe('team-ended')
    await accept(await invited('ben@firma.example'), accountOf('ben'))
    expect((await view()).people).toHaveLength(2)
    // The one who had it may come back.
    expect((await accept(await invited('ida@firma.example'), accountOf('ida'))).status).toBe(200)
  })

  test('is told again when the workshop system was away, and given again after a crash', async () => {
    const token = await invited('ida@firma.example')
    world.failGrants(true)
    expect((await accept(token, accountOf('ida'))).status).toBe(503)
    world.failGrants(false)
    expect((await accept(token, accountOf('ida'))).status).toBe(200)
    await sql`update seat_holding set member_package_id = null where member_id = 1001`.execute(world.db)
    await world.jobs()
    expect(await world.packagesOf(1001)).toHaveLength(1)
  })

  test.each([
    ['on the day of', '2026-12-22T04:00:00Z'],
    ['after', '2026-12-24T11:00:00Z'],
  ])('%s the suspension of its team has a package until the day before', async (_, at) => {
    await accept(await invited('ida@firma.example'), accountOf('ida'))
    const ida = (await view()).people.find(({ name }) => name === 'Ida Neu')
    for (const day of ['08', '11', '15']) await world.on(`2026-12-${day}`)
    if (at > '2026-12-23') await world.on('2026-12-22')
    world.time.now = new Date(at)
    expect((await change({ kind: 'endSeat', seat: ida?.seat ?? 0 })).status).toBe(200)
    await world.on(at > '2026-12-23' ? '2026-12-24' : '2026-12-22')
    expect(await world.packagesOf(1001)).toMatchObject([{ untilDate: '2026-12-21' }])
  })

  test('and every other one ends with the contract', async () => {
    await accept(await invited('ida@firma.example'), accountOf('ida'))
    expect((await change({ kind: 'cancel', isCancelled: true })).status).toBe(200)
    expect(await world.packagesOf(1001)).toMatchObject([{ untilDate: '2026-12-22' }])
    await world.payInvoices()
    await world.on('2026-12-23')
    expect(await view()).toBeNull()
    expect(await world.packagesOf(ids.tom)).toMatchObject([{ untilDate: '2026-12-22' }])
    expect(
      await world.db.selectFrom('seatHolding').select('id').where('endedOn', 'is', null).execute(),
    ).toEqual([])
  })
})

describe('who may do what', () => {
  const people = ['owner', 'manager', 'member', 'stranger', 'otherOwner', 'signedOut'] as const
  type Who = (typeof people)[number]
  const all: Record<Who, number> = {
    owner: 200,
    manager: 200,
    member: 200,
    stranger: 404,
    otherOwner: 404,
    signedOut: 401,
  }
  const managers = { ...all, member: 403 }
  const owners = { ...managers, manager: 403 }

  /** Ben is a manager, Ida a member; Cem is invited. */
  async function fill() {
    await world.payInvoices()
    await world.db.updateTable('team').set({ nextSeats: null }).execute()
    await sql`insert into team_seat (team_id, number) values (${team}, 4), (${team}, 5), (${team}, 6), (${team}, 7)`.execute(
      world.db,
    )
    for (const name of ['ben', 'ida', 'eva', 'fay'])
      await accept(await invited(`${name}@firma.example`), accountOf(name))
    await invited('cem@firma.example')
    const { people: seats, invitations } = await view()
    const seatOf = (name: string) => seats.find((each) => each.name.startsWith(name))?.seat ?? 0
    const rows = await world.db
      .selectFrom('seatHolding')
      .innerJoin('member', 'member.id', 'seatHolding.memberId')
      .select(['seatHolding.id', 'member.id as member', 'member.emailAddress as email'])
      .execute()
    const of = (name: string) => rows.find(({ email }) => email === `${name}@firma.example`)
    expect(seatOf('Tom')).toBeGreaterThan(0)
    await change({ kind: 'setRole', seat: of('ben')?.id ?? 0, role: 'manager' })
    await change({ kind: 'setRole', seat: of('fay')?.id ?? 0, role: 'manager' })
    const other = await world.otherTeam()
    return { of, invitation: invitations[0]?.id ?? 0, other }
  }

  test.each<[string, (of: Awaited<ReturnType<typeof fill>>) => TeamChange, Record<Who, number>]>([
    ['invite', () => ({ kind: 'invite', email: 'dan@firma.example' }), managers],
    ['resend', ({ invitation }) => ({ kind: 'resend', invitation }), managers],
    ['revoke', ({ invitation }) => ({ kind: 'revoke', invitation }), managers],
    ['endSeat of a member', ({ of }) => ({ kind: 'endSeat', seat: of('eva')?.id ?? 0 }), managers],
    ['endSeat of a manager', ({ of }) => ({ kind: 'endSeat', seat: of('fay')?.id ?? 0 }), owners],
    ['leave', () => ({ kind: 'leave' }), { ...all, otherOwner: 200 }],
    ['takeSeat', () => ({ kind: 'takeSeat' }), { ...owners, otherOwner: 200 }],
    ['setRole', ({ of }) => ({ kind: 'setRole', seat: of('eva')?.id ?? 0, role: 'manager' }), owners],
    ['handOver', ({ of }) => ({ kind: 'handOver', seat: of('eva')?.id ?? 0 }), owners],
    ['setSeats', () => ({ kind: 'setSeats', seats: 6 }), { ...owners, otherOwner: 200 }],
    ['cancel', () => ({ kind: 'cancel', isCancelled: true }), { ...owners, otherOwner: 200 }],
  ])(
    '%s',
    async (name, changeOf, expected) => {
      const statuses: Partial<Record<Who, number>> = {}
      let made: Awaited<ReturnType<typeof fill>> | null = null
      for (const who of people.toReversed()) {
        // Whoever may not changes nothing; what the manager has done, the owner finds as it was.
        if (made === null || who === 'owner') {
          team = await world.begin()
          await world.db.deleteFrom('rateLimit').execute()
          await world.db.deleteFrom('accountLink').where('subject', 'like', 'auth0|p-%').execute()
          made = await fill()
        }
        const { of } = made
        const asked = changeOf(made)
        const memberOf = (each: string) => of(each)?.member ?? 0
        const [account, member] = (
          {
            owner: [tom, ids.tom],
            manager: [accountOf('ben'), memberOf('ben')],
            member: [accountOf('ida'), memberOf('ida')],
            stranger: [world.stranger, world.strangerId],
            otherOwner: [world.otherOwner, world.otherOwnerId],
            signedOut: [null, ids.tom],
          } as const
        )[who]
        const body = { memberId: member, change: asked }
        statuses[who] = (await world.asPerson(account, 'POST', '/member/team/change', body)).status
      }
      // The owner of another team changes their own, where the change names nothing of this one.
      expect(statuses).toEqual(name === 'invite' ? { ...expected, otherOwner: 200 } : expected)
    },
    60_000,
  )

  test("nobody asks in another member's name", async () => {
    await accept(await invited('ida@firma.example'), accountOf('ida'))
    const body = { memberId: ids.tom, change: { kind: 'cancel', isCancelled: true } }
    expect((await world.asPerson(accountOf('ida'), 'POST', '/member/team/change', body)).status).toBe(404)
    const read = await world.asPerson(accountOf('ida'), 'GET', `/member/team/get?memberId=${ids.tom}`)
    expect(read.status).toBe(404)
  })

  test('a member sees neither invitations nor the contract nor what others have spent', async () => {
    await accept(await invited('ida@firma.example'), accountOf('ida'))
    await invited('cem@firma.example')
    const seen = await view(accountOf('ida'), 1001)
    expect(seen).toMatchObject({ role: 'member', invitations: [], contract: null })
    expect(seen.people).toMatchObject([{ usedCents: null }, { usedCents: 0, isSelf: true }])
    expect(await view()).toMatchObject({ role: 'owner', invitations: [{ email: 'cem@firma.example' }] })
  })
})

describe('the seats of the next period', () => {
  test('are never fewer than are taken, and shown with their price and credits', async () => {
    await accept(await invited('ida@firma.example'), accountOf('ida'))
    expect((await change({ kind: 'setSeats', seats: 1 })).status).toBe(400)
    expect((await change({ kind: 'setSeats', seats: 2 })).status).toBe(200)
    const { contract } = (await view()) as unknown as { contract: { nextSeats: number; choices: object[] } }
    expect(contract.nextSeats).toBe(2)
    expect(contract.choices.slice(0, 2)).toEqual([
      { seats: 2, priceCents: 9_933, creditCents: 10_000 },
      { seats: 3, priceCents: 14_900, creditCents: 15_000 },
    ])
    await world.payInvoices()
    await world.on('2026-12-23')
    expect((await view()).seats).toBe(2)
  })
})
