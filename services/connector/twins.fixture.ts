import type { Clock } from '../../platform/clock.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { Database } from '../../platform/database/database.ts'
import { createLog, type Log } from '../../platform/log.ts'
import { toDecimal } from '../../rules/money.ts'
import type { FabmanDouble } from '../../doubles/fabman/double.ts'
import { apiKey, openDouble } from '../../doubles/fabman/workshop.fixture.ts'
import type { Cache } from './cache/cache.ts'
import { addCredit, engineOf, fillWorkshop, invalidatingIn, siteUrl } from './connector.fixture.ts'
import { createFabman } from './fabman/fabman.ts'
import type { WorkshopSystem } from './workshop-system.ts'

/** A workshop system with the workshop of `fillWorkshop`, and changes that tests make past its interface. */
export interface Twin {
  workshop: WorkshopSystem
  /** Id of the package Plus, which every member has. */
  plus: number
  /** It credits packages by itself, once their days have come: a grant must not. */
  creditsPackages: boolean
  close(): Promise<void>
  /** Ends and begins answers of the remote system; not there = nothing is remote. */
  setDown?(isDown: boolean): void
  removeBookings(): Promise<void>
  /** Removes the address of every calendar. */
  forgetCalendars(): Promise<void>
  /** Sets the last day of a member's training; null = without end. */
  setTrainingEnd(member: number, untilDate: string | null): Promise<void>
  /** Adds a training for equipment 1 and 2. */
  addTraining(training: { id: number; title: string; state: string }): Promise<void>
  /** Adds a credit of member 1 with its uses. */
  addCredit(credit: {
    id: number
    amountCents: number
    usedCents: number[]
    untilDate: string
  }): Promise<void>
  /** Gives the member a package named Extra since July, at 39.00 a month. */
  givePackage(member: number): Promise<void>
}

const createdAt = new Date('2026-11-01T09:00Z')

async function openEngine(clock: Clock): Promise<Twin> {
  const { db, close } = await testDatabase()
  await fillWorkshop(db)
  return {
    workshop: engineOf(db, clock),
    plus: 71,
    creditsPackages: false,
    close,
    removeBookings: async () => void (await db.deleteFrom('booking').execute()),
    async forgetCalendars() {
      for (const table of ['member', 'equipment', 'space'] as const)
        await db
          .updateTable(table as 'member')
          .set({ calendarToken: null })
          .execute()
    },
    setTrainingEnd: async (memberId, untilDate) =>
      void (await db
        .updateTable('memberTraining')
        .where('memberId', '=', memberId)
        .set({ untilDate })
        .execute()),
    async addTraining(training) {
      await db.insertInto('training').values(training).execute()
      const unlocked = [2, 1].map((equipmentId) => ({ trainingId: training.id, equipmentId }))
      await db.insertInto('trainingEquipment').values(unlocked).execute()
    },
    async addCredit({ usedCents, ...credit }) {
      const creditId = await addCredit(db, { ...credit, createdAt })
      const use = { creditId, description: 'Laser', createdAt }
      await db
        .insertInto('creditUse')
        .values(usedCents.map((amountCents) => ({ ...use, amountCents })))
        .execute()
    },
    givePackage: (member) => givePackage(db, member),
  }
}

async function givePackage(db: Database, memberId: number): Promise<void> {
  const one = {
    id: 72,
    name: 'Extra',
    allowsBooking: true,
    recurringFeeCents: 3900,
    recurringFeePeriod: 'month',
  }
  await db
    .insertInto('package')
    .values(one)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .insertInto('memberPackage')
    .values({ memberId, packageId: one.id, fromDate: '2026-07-01', createdAt })
    .execute()
}

async function openFabman(clock: Clock): Promise<Twin> {
  const { db, close } = await testDatabase()
  // The worst case: Fabman applies no rules of members to the key of an administrator.
  const double = openDouble({ clock, judgesAdmins: false })
  const { account } = double
  const extra = account.insert('packages', { name: 'Extra', recurringFee: '39.00' })
  return {
    workshop: fabmanOf(db, double, clock).workshop,
    plus: 1,
    creditsPackages: true,
    close,
    setDown: (isDown) => void (double.faults.mode = isDown ? 'down' : null),
    removeBookings: async () => account.tables.bookings.clear(),
    forgetCalendars: async () => void (await db.deleteFrom('fabmanCalendar').execute()),
    async setTrainingEnd(member, untilDate) {
      for (const row of account.rows('memberTrainings')) {
        if (row['member'] === member) account.update('memberTrainings', row, { untilDate })
      }
    },
    async addTraining(training) {
      account.insert('trainingCourses', { ...training, resources: [1, 2] })
    },
    async addCredit({ id, amountCents, usedCents, untilDate }) {
      const stamp = { createdAt: createdAt.toISOString() }
      account.insert('credits', { id, member: 1, amount: toDecimal(amountCents), untilDate, ...stamp })
      for (const cents of usedCents) {
        account.insert('creditUses', { credit: id, amount: toDecimal(cents), description: 'Laser', ...stamp })
      }
    },
    async givePackage(member) {
      account.insert('memberPackages', { member, package: extra.id, fromDate: '2026-07-01' })
    },
  }
}

interface TwinOptions {
  log?: Log
  now?: () => number
  random?: () => number
  cache?: Cache
  perSecond?: number
  trainingChanged?: (member: number) => void
}

/** Returns the Fabman twin on a double. */
export function fabmanOf(
  db: Database,
  double: FabmanDouble,
  clock: Clock,
  {
    now = Date.now,
    random = Math.random,
    cache,
    perSecond = 100_000,
    log = createLog('silent'),
    trainingChanged = () => {},
  }: TwinOptions = {},
) {
  return createFabman({
    db,
    clock,
    siteUrl,
    log,
    baseUrl: 'https://fabman.example/api/v1',
    apiKey,
    fetch: double.fetch,
    random,
    now,
    trainingChanged,
    ...(cache && { cache }),
    ...invalidatingIn(cache),
    perSecond,
  })
}

export const twins: [string, (clock: Clock) => Promise<Twin>][] = [
  ['the engine', openEngine],
  ['Fabman', openFabman],
]
