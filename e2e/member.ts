import { randomBytes } from 'node:crypto'
import { systemClock as clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { createAccounts } from '../services/identity/accounts.ts'
import { createPasswords } from '../services/identity/password.ts'

/** Packages and trainings of content/demo, by their ids there. */
const packages = { basic: 1, plus: 2, pro: 3, team: 6 }
const trainings = { laser: 1, printing: 2 }

export interface MemberOptions {
  /** Default: `plus`. */
  package?: keyof typeof packages
  /** Default: the laser. */
  trainings?: (keyof typeof trainings)[]
  /** For bookings, valid now. Default: one of 130 €, nothing spent. */
  credits?: { amountCents: number; usedCents?: number }[]
  /** Language of the member's mails. Default: German. */
  locale?: 'de' | 'en'
  /** False: the identity service refuses the sign-in until the address is verified. */
  emailVerified?: boolean
  /** False: the account belongs to no member. */
  isMember?: boolean
}

export interface Account {
  email: string
  password: string
}

export interface NewMember extends Account {
  /** 0 = the account belongs to no member. */
  memberId: number
}

const day = 24 * 60 * 60 * 1000
const passwords = createPasswords()

/** Inserts a member of the demo space and the account that signs in as this member. */
export async function createMember(db: Database, options: MemberOptions): Promise<NewMember> {
  const id = randomBytes(4).toString('hex')
  const account = { email: `ada-${id}@example.org`, password: `werkbank-${id}` }
  const { locale = 'de', emailVerified = true, isMember = true } = options
  const accounts = createAccounts({ db, passwords, clock })
  await accounts.create({ ...account, name: 'Ada Berg', emailVerified, userMetadata: { locale } })
  if (!isMember) return { ...account, memberId: 0 }
  const now = clock()
  const member = await db
    .insertInto('member')
    .values({
      spaceId: 1,
      memberNumber: id,
      firstName: 'Ada',
      lastName: 'Berg',
      emailAddress: account.email,
      language: locale,
      address: 'Keupstraße 12',
      zip: '51063',
      city: 'Köln',
      countryCode: 'DE',
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await grant(db, member.id, options)
  return { ...account, memberId: member.id }
}

/** Inserts what the member may use, from yesterday on. */
async function grant(db: Database, memberId: number, options: MemberOptions): Promise<void> {
  const createdAt = new Date(clock().getTime() - day)
  const dateAfter = (days: number) => new Date(createdAt.getTime() + days * day).toISOString().slice(0, 10)
  const own = { memberId, fromDate: dateAfter(0), createdAt }
  await db
    .insertInto('memberPackage')
    .values({ ...own, packageId: packages[options.package ?? 'plus'] })
    .execute()
  for (const training of options.trainings ?? (['laser'] as const)) {
    await db
      .insertInto('memberTraining')
      .values({ ...own, trainingId: trainings[training], untilDate: dateAfter(365) })
      .execute()
  }
  for (const { amountCents, usedCents } of options.credits ?? [{ amountCents: 13_000 }]) {
    const credit = await db
      .insertInto('credit')
      .values({ ...own, scope: 'booking', amountCents, untilDate: dateAfter(60) })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (!usedCents) continue
    const use = { creditId: credit.id, amountCents: usedCents, description: 'Buchung Lasercutter', createdAt }
    await db.insertInto('creditUse').values(use).execute()
  }
}
