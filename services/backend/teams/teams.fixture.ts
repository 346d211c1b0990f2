import { randomBytes } from 'node:crypto'
import type { Fetch } from '../../../platform/http/service.ts'
import { ids, mia, origin, tom } from '../../../tests/services.fixture.ts'
import { someone } from '../../../tests/buyer.fixture.ts'
import { openOrders } from '../../../tests/orders.fixture.ts'
import { bookTransfer } from '../invoices/correcting.ts'
import { placeOrder, type Placing } from '../orders/placing.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { TeamChange } from '../../../contracts/team.ts'
import { put } from './invitations.store.ts'
import { hashOf } from './inviting.ts'

/** A package with three seats and 1,500 shared credits for 149 euros a month. */
export const teamPackage = 73

/** A member without a team. */
const stranger = { sub: 'auth0|stranger', email: 'stranger@example.org', email_verified: true }
const strangerId = 901

/** tom orders a team for his company, on invoice. */
export function ordersTeam(requestKey: string, change: Partial<Placing> = {}): Placing {
  return {
    item: { kind: 'team', package: teamPackage, ownerTakesSeat: true },
    buyer: { ...someone, firstName: 'Tom', lastName: 'Tom', email: tom.email, company: 'Drehwerk GmbH' },
    member: ids.tom,
    paysBy: 'invoice',
    startsEarly: true,
    shownCents: 14_900,
    consents: [{ kind: 'terms', text: 'AGB' }],
    requestKey,
    returnPaths: { success: '/team/confirmation', cancel: '/team/confirmation' },
    ...change,
  }
}

/** Orders with a package for teams, and a team of tom. */
export async function openTeams() {
  const world = await openOrders()
  const { parts, db, time } = world
  const sold = { allowsBooking: true, recurringFeePeriod: 'month', kind: 'team', seats: 3 }
  await db
    .insertInto('package')
    .values({ id: teamPackage, name: 'Team', ...sold, recurringFeeCents: 14_900, monthlyCreditCents: 15_000 })
    .execute()

  const stamps = { createdAt: time.now, updatedAt: time.now }
  await db
    .insertInto('member')
    .values({
      id: strangerId,
      spaceId: 1,
      memberNumber: 'S-1',
      firstName: 'Uta',
      lastName: 'Fremd',
      emailAddress: stranger.email,
      ...stamps,
    })
    .execute()

  /** Begins the team anew. @returns its id */
  async function begin(change: Partial<Placing> = {}): Promise<number> {
    await world.reset()
    await placeOrder(parts, ordersTeam('a', change))
    const { id } = await db.selectFrom('team').select('id').executeTakeFirstOrThrow()
    return id
  }

  /** The company has transferred what every invoice says. */
  async function payInvoices(): Promise<void> {
    const invoices = await db.selectFrom('invoice').select('number').orderBy('id').execute()
    for (const { number } of invoices) if (number) await bookTransfer(parts, number)
  }

  /** Asks a backend, whose clock is that of the orders, as an account; null = signed out. */
  const askOf =
    (backend: Fetch) => async (bearer: string | null, method: string, path: string, body?: unknown) => {
      const headers = {
        'content-type': 'application/json',
        ...(bearer !== null && { authorization: `Bearer ${bearer}` }),
      }
      const text = body === undefined ? undefined : JSON.stringify(body)
      return backend(new Request(`${origin}/api${path}`, { method, headers, body: text }))
    }
  const personOf =
    (backend: Fetch) =>
    async (account: Record<string, unknown> | null, method: string, path: string, body?: unknown) =>
      askOf(backend)(account && (await world.id.token(account)), method, path, body)
  const backend = world.backendOf({ ordering: parts as typeof world.ordering })
  const asPerson = personOf(backend)
  const asSite = (method: string, path: string) => askOf(backend)(world.tokens.backend, method, path)

  /** The mails to an address, oldest first. */
  const mailsTo = (address: string) =>
    db.selectFrom('mail').select(['kind', 'text']).where('toAddress', '=', address).orderBy('id').execute()

  /** Invites addresses, also more than there are seats. @returns the tokens of their links */
  async function inviteAll(team: number, emails: string[]): Promise<string[]> {
    return db.transaction().execute(async (tx) => {
      const tokens: string[] = []
      for (const email of emails) {
        const token = randomBytes(24).toString('base64url')
        const expiresAt = new Date(time.now.getTime() + 60_000)
        const sending = { tokenHash: hashOf(token), sentAt: time.now, expiresAt }
        await put(tx, { teamId: team, email, invitedBy: ids.tom, locale: 'de', ...sending })
        tokens.push(token)
      }
      return tokens
    })
  }

  /** A team of mia. @returns its id */
  async function otherTeam(): Promise<number> {
    const buyer = { ...ordersTeam('b').buyer, email: mia.email, company: 'Andere GmbH' }
    await placeOrder(parts, ordersTeam('b', { member: ids.mia, buyer }))
    const { id } = await db
      .selectFrom('team')
      .select('id')
      .where('ownerId', '=', ids.mia)
      .executeTakeFirstOrThrow()
    return id
  }

  const grant = parts.connector.grant
  /** The workshop system is away for everything that gives rights. */
  function failGrants(isAway: boolean): void {
    parts.connector.grant = isAway ? () => Promise.reject(new Problem('upstreamUnavailable')) : grant
  }

  const packagesOf = (member: number) =>
    db
      .selectFrom('memberPackage')
      .select(['packageId', 'fromDate', 'untilDate'])
      .where('memberId', '=', member)
      .orderBy('id')
      .execute()

  const others = { otherOwner: mia, otherOwnerId: ids.mia, stranger, strangerId }
  const asked = { asPerson, personOf, asSite, mailsTo, inviteAll, otherTeam, failGrants, ...others }
  return { ...world, ...asked, begin, jobs: world.everyJob, payInvoices, packagesOf }
}

interface SeenTeam {
  people: { seat: number; name: string; role: string; canBeEnded: boolean }[]
  invitations: { id: number; email: string }[]
  seats: number
  nextOwner: { name: string; isSelf: boolean; until: string } | null
}

export const accountOf = (name: string) => ({
  sub: `auth0|p-${name}`,
  email: `${name}@firma.example`,
  email_verified: true,
})

/** What people do in a world that a test opens later. */
export function teamActs(world: () => Awaited<ReturnType<typeof openTeams>>) {
  const person = { firstName: 'Ida', lastName: 'Neu', dateOfBirth: '1999-02-03' }
  const change = (change: TeamChange, account: Account = tom, memberId: number = ids.tom) =>
    world().asPerson(account, 'POST', '/member/team/change', { memberId, change })
  const view = async (account: Account = tom, memberId: number = ids.tom) => {
    const path = `/member/team/get?memberId=${memberId}`
    return ((await (await world().asPerson(account, 'GET', path)).json()) as { team: SeenTeam }).team
  }
  const tokenFor = async (email: string) =>
    (await world().mailsTo(email.toLowerCase()))
      .map(({ text }) => /invitation\/([\w-]{32})/.exec(text ?? '')?.[1])
      .at(-1) ?? ''
  /** Invites an address. @returns the token of the mail */
  const invited = async (email: string) => {
    const answer = await change({ kind: 'invite', email })
    if (answer.status !== 200) throw new Error(await answer.text())
    return tokenFor(email)
  }
  const accept = (token: string, account: Account) =>
    world().asPerson(account, 'POST', '/invitation/accept', { token, person })
  return { change, view, invited, tokenFor, accept }
}
type Account = Record<string, unknown>

/** Somebody with an account who is on a seat, and their id as a member. */
export const ida = accountOf('ida')
export const idaId = 1001

/** Begins tom's team anew, with Ida on a seat. */
export async function beginWithIda(
  world: Awaited<ReturnType<typeof openTeams>>,
  { accept, invited }: ReturnType<typeof teamActs>,
  buyer: object = {},
): Promise<void> {
  await world.begin({ buyer: { ...ordersTeam('a').buyer, ...buyer } })
  await world.db.deleteFrom('rateLimit').execute()
  await world.db.deleteFrom('accountLink').where('subject', 'like', 'auth0|p-%').execute()
  await world.db.deleteFrom('memberDeletion').execute()
  await accept(await invited('ida@firma.example'), ida)
}
