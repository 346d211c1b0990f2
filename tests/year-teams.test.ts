import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TeamChange } from '../contracts/team.ts'
import { addDays, type Day } from '../rules/time.ts'
import { openTeams, ordersTeam } from '../services/backend/teams/teams.fixture.ts'
import { someone } from './buyer.fixture.ts'
import {
  expectAccess,
  expectMoney,
  expectNoDebtors,
  expectPeriods,
  isLive,
  Suspensions,
} from './year-books.fixture.ts'
import { firstDay, longestMs, Year } from './year.fixture.ts'
import { onEngine, onFabman, sold, type Workshop, type World } from './year-workshops.fixture.ts'

/** Six weeks of a few teams; a year of many with YEAR_DAYS=365 and YEAR_TEAMS=20. */
const teamCount = Number(process.env['YEAR_TEAMS'] ?? 3)
const days = Number(process.env['YEAR_DAYS'] ?? 40)
let world: World

beforeAll(async () => {
  world = await openTeams()
})
afterAll(() => world.close())

const accountOf = (name: string) => ({
  sub: `auth0|${name}`,
  email: `${name}@firma.example`,
  email_verified: true,
})
type Account = ReturnType<typeof accountOf>

/** Days on which the seats of a company that pays late are refused. */
const refusedDays = 4
/** How companies pay, one after the other. */
const payers = ['transfer', 'late', 'debit'] as const
const payerOf = (index: number) => payers[index % payers.length] ?? 'debit'

interface Team {
  id: number
  ownerId: number
  index: number
  contract: { id: number; state: string; endsOn: Day | null; suspendedOn: Day | null }
}

/** A year of teams that are founded, invite more people than they have seats for, change, and pay or do not. */
class Teams extends Year {
  lateGuests = 0
  /** Looks at taken seats whose team was suspended. */
  refusedSeats = 0

  /** A company orders a team, with or without a seat for its owner. */
  async found(index: number): Promise<void> {
    const email = `owner-${index}@firma.example`
    const buyer = { ...someone, firstName: 'Olga', lastName: 'Inhaberin', email, company: `Firma ${index}` }
    const { team } = this.workshop.packages
    const item = { kind: 'team', package: team, ownerTakesSeat: index % 2 === 0 } as const
    const byDebit = payerOf(index) === 'debit'
    const paysBy = byDebit ? 'provider' : 'invoice'
    const shownCents = sold.team.cents
    const asked = ordersTeam(`team-${index}`, { member: null, buyer, item, paysBy, shownCents })
    await this.buy(asked, byDebit ? 'debit' : null)
  }

  async act(day: Day): Promise<void> {
    for (const team of await readTeams()) {
      const owner = accountOf(`owner-${team.index}`)
      if (this.happens(0.25)) await this.invite(team)
      await this.endSeats(team, owner)
      if (this.happens(0.06))
        await this.change(owner, team.ownerId, { kind: 'setSeats', seats: 2 + this.below(4) })
      if (this.happens(0.01)) await this.change(owner, team.ownerId, { kind: 'cancel', isCancelled: true })
      else if (this.happens(0.2))
        await this.change(owner, team.ownerId, { kind: 'cancel', isCancelled: false })
      await this.pay(team, day)
    }
  }

  /** One more person than there are free seats accepts at the same moment. */
  private async invite(team: Team): Promise<void> {
    const taken = (await holdings(team.id)).filter(({ endedOn }) => endedOn === null).length
    const free = (await seatCount(team.id)) - taken
    const names = Array.from({ length: Math.min(free, 2) + 1 }, () => `person-${this.nextStep()}`)
    const emails = names.map((name) => `${name}@firma.example`)
    const tokens = await world.inviteAll(team.id, emails)
    const person = { firstName: 'Ida', lastName: 'Neu', dateOfBirth: '1999-02-03' }
    const answers = await Promise.all(
      tokens.map((token, index) =>
        this.workshop.asPerson(accountOf(names[index] ?? ''), 'POST', '/invitation/accept', {
          token,
          person,
        }),
      ),
    )
    const accepted = answers.filter(({ status }) => status === 200).length
    expect(answers.every(({ status }) => [200, 404, 409].includes(status))).toBe(true)
    expect(accepted).toBeLessThanOrEqual(free)
    if (accepted < names.length) this.lateGuests++
    await world.db.deleteFrom('invitation').where('state', '=', 'open').execute()
  }

  /** The owner takes a seat back, or somebody leaves. */
  private async endSeats(team: Team, owner: Account): Promise<void> {
    const guests = (await holdings(team.id)).filter(
      ({ endedOn, memberId }) => endedOn === null && memberId !== team.ownerId,
    )
    const [guest] = guests
    if (guest && this.happens(0.08))
      await this.change(owner, team.ownerId, { kind: 'endSeat', seat: guest.id })
    const leaver = guests.at(-1)
    if (!leaver || !this.happens(0.08)) return
    const member = await this.parts.connector.member(leaver.memberId)
    const name = member?.emailAddress.split('@')[0] ?? ''
    await this.change(accountOf(name), leaver.memberId, { kind: 'leave' })
  }

  private async change(account: Account, memberId: number, change: TeamChange): Promise<void> {
    const asked = { memberId, change }
    const { status } = await this.workshop.asPerson(account, 'POST', '/member/team/change', asked)
    // The team may have ended, or have more people than the wanted seats.
    expect([200, 400, 403, 404, 409, 422]).toContain(status)
  }

  private async pay({ contract, index, ownerId }: Team, day: Day): Promise<void> {
    const payer = payerOf(index)
    const { suspendedOn } = contract
    const isRefused = suspendedOn !== null && suspendedOn <= addDays(day, -refusedDays)
    for (const { id, number } of await openInvoices(contract.id)) {
      if (payer === 'late' ? !isRefused : !this.happens(payer === 'debit' ? 0.05 : 0.3)) continue
      if (payer === 'debit') await this.payOnline(id, ownerId, 'debit')
      else if (number) await this.transfer(number)
    }
  }

  /** No team has more people than seats, and just those with a seat of a team that has paid are let in. */
  async expectSeats(day: Day): Promise<void> {
    for (const { id: team, contract } of await readTeams()) {
      const all = await holdings(team)
      const open = all.filter(({ endedOn }) => endedOn === null)
      expect(open.length).toBeLessThanOrEqual(await seatCount(team))
      // Nothing happens any more to those that ended long ago.
      const recent = all.filter(({ endedOn }) => endedOn === null || endedOn >= addDays(day, -14))
      for (const { memberId: member, endedOn } of recent) {
        const may = isLive(contract, day) && (endedOn === null || endedOn >= day)
        const about = { team, state: contract.state, endedOn, day, member, may }
        await expectAccess(this.workshop, about)
        if (endedOn === null && contract.state === 'suspended') this.refusedSeats++
      }
    }
    await expectNoDebtors(this, day)
  }
}

async function readTeams(): Promise<Team[]> {
  const rows = await world.db
    .selectFrom('team')
    .innerJoin('customerOrder', 'customerOrder.id', 'team.id')
    .innerJoin('subscription', 'subscription.teamId', 'team.id')
    .select(['team.id', 'ownerId', 'requestKey'])
    .select(['subscription.id as contract', 'subscription.state', 'endsOn', 'suspendedOn'])
    .orderBy('team.id')
    .execute()
  return rows.map(({ id, ownerId, requestKey, contract, ...row }) => {
    const index = Number(requestKey.split('-')[1])
    return { id, ownerId, index, contract: { id: contract, ...row } }
  })
}

const holdings = (team: number) =>
  world.db.selectFrom('seatHolding').selectAll().where('teamId', '=', team).orderBy('id').execute()

async function seatCount(team: number): Promise<number> {
  return (await world.db.selectFrom('teamSeat').select('number').where('teamId', '=', team).execute()).length
}

const openInvoices = (contract: number) =>
  world.db
    .selectFrom('invoice')
    .innerJoin('subscriptionPeriod', 'subscriptionPeriod.invoiceId', 'invoice.id')
    .select(['invoice.id', 'invoice.number'])
    .where('subscriptionId', '=', contract)
    .where(
      sql<boolean>`gross_cents > (select coalesce(sum(amount_cents), 0) from invoice_payment
        where invoice_id = invoice.id)`,
    )
    .orderBy('invoice.id')
    .execute()

async function live(workshop: Workshop, seed: number): Promise<void> {
  const year = new Teams(world, { workshop, seed })
  const suspensions = new Suspensions()
  for (let index = 0; index < days; index++) {
    const day = addDays(firstDay, index)
    await year.day(day, async () => {
      await suspensions.look(world)
      if (index < teamCount) await year.found(index)
      await year.act(day)
    })
    await suspensions.look(world)
    if (index % 3 === 2) await year.expectSeats(day)
  }
  await year.end()
  await expectMoney(year)
  await expectPeriods(year)
  const { lateGuests, refusedSeats, deaths } = year
  const seen = {
    lateGuests,
    refusedSeats,
    deaths,
    teams: (await readTeams()).length,
    letInAgain: suspensions.letInAgain,
  }
  expect(Object.entries(seen).filter(([, times]) => times === 0)).toEqual([])
}

test(
  'a year of teams on the embedded engine: nobody sits beyond the seats, each period is invoiced and credited once, and seats of a team that has not paid are refused',
  async () => live(await onEngine(world), 6),
  longestMs,
)

test(
  'a year of teams on a Fabman account: nobody sits beyond the seats, each seat has its package once, and seats of a team that has not paid are refused',
  async () => live(await onFabman(world), 15),
  longestMs,
)
