import { createAccountLink } from '../platform/auth/account-link.ts'
import { type FabmanDouble } from '../doubles/fabman/double.ts'
import { openDouble } from '../doubles/fabman/workshop.fixture.ts'
import { toDecimal } from '../rules/money.ts'
import { managing } from '../server/commands/connector.fixture.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { type openTeams, teamPackage } from '../services/backend/teams/teams.fixture.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { engineOf } from '../services/connector/connector.fixture.ts'
import { fabmanOf } from '../services/connector/twins.fixture.ts'
import type { WorkshopSystem } from '../services/connector/workshop-system.ts'
import { plus } from './orders.fixture.ts'
import { ids } from './services.fixture.ts'

export type World = Awaited<ReturnType<typeof openTeams>>

/** What a package costs and gives in each of its periods. */
export const sold = {
  plus: { name: 'Plus', cents: 3900, creditCents: 3000, period: 'month' },
  big: { name: 'Big', cents: 6900, creditCents: 8000, period: 'month' },
  yearly: { name: 'Yearly', cents: 39_000, creditCents: 3000, period: 'year' },
  team: { name: 'Team', cents: 14_900, creditCents: 15_000, period: 'month' },
} as const
export type Sold = keyof typeof sold
export const seatsSold = 3

/** The workshop system of a year, and the backend in front of it. */
export interface Workshop {
  parts: Ordering
  system: Pick<WorkshopSystem, 'quoteBooking'>
  asPerson: World['asPerson']
  /** A machine that needs no training. */
  equipment: number
  packages: Record<Sold, number>
  /** null on the embedded engine. */
  fabman: FabmanDouble | null
}

/** An empty world on the embedded engine. */
export async function onEngine(world: World): Promise<Workshop> {
  await world.reset()
  const { db, parts, asPerson } = world
  const [big, yearly] = [81, 82]
  const added = [
    { id: big, ...sold.big },
    { id: yearly, ...sold.yearly },
  ]
  await db
    .insertInto('package')
    .values(
      added.map(({ cents, creditCents, period, ...row }) => ({
        ...row,
        allowsBooking: true,
        recurringFeePeriod: period,
        recurringFeeCents: cents,
        monthlyCreditCents: creditCents,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const system = engineOf(db, () => world.time.now)
  const packages = { plus, big, yearly, team: teamPackage }
  return { parts, system, asPerson, equipment: ids.otherEquipment, packages, fabman: null }
}

/** An empty world on a Fabman account, which gives the credits of its packages by itself. */
export async function onFabman(world: World): Promise<Workshop> {
  await world.reset()
  const { db } = world
  // They lead to members of the engine.
  await db.deleteFrom('accountLink').execute()
  const clock = () => world.time.now
  const fabman = openDouble({ clock, judgesAdmins: false })
  const { account } = fabman
  const add = ({ name, cents, creditCents, period }: (typeof sold)[Sold], metadata: object | null = null) => {
    const fee = { recurringFee: toDecimal(cents), recurringFeePeriod: period }
    const { id } = account.insert('packages', { name, ...fee, metadata })
    account.insert('packagePermissions', { package: id })
    account.insert('packageCredits', { package: id, amount: toDecimal(creditCents), period })
    return id
  }
  const packages = {
    plus: add(sold.plus),
    big: add(sold.big),
    yearly: add(sold.yearly),
    team: add(sold.team, { werkbank: { kind: 'team', seats: seatsSold } }),
  }
  const { workshop: system } = fabmanOf(db, fabman, clock)
  const connector = managing(system, clock)
  const parts = { ...world.parts, connector: shieldConnector(connector, world.parts.log) }
  const findMember = createAccountLink({
    db,
    lookUpByEmail: async (email) => (await connector.membersByEmail(email))[0]?.id ?? null,
  })
  const ordering = parts as typeof world.ordering
  const asPerson = world.personOf(world.backendOf({ ordering, connector, findMember }))
  return { parts, system, asPerson, equipment: 2, packages, fabman }
}
