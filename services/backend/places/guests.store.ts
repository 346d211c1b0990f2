import { randomBytes } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import { Locale } from '../../../contracts/problem.ts'
import type { GuestSignUpTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { hashOf } from '../declarations/receipt.ts'
import type { Tx } from '../orders/orders.store.ts'
import { type StoredPlace, toPlace } from './places.store.ts'

/** What somebody without an account has asked for. */
export interface GuestSignUp extends Omit<Selectable<GuestSignUpTable>, 'locale'> {
  locale: Locale
}

/** Returns the secret of a new link. Only its SHA-256 is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export async function addSignUp(tx: Tx, row: Insertable<GuestSignUpTable>): Promise<void> {
  await tx.insertInto('guestSignUp').values(row).execute()
}

/** Returns the sign-up behind a link, also for some days after its end; null when there is none. */
export async function findSignUp(db: Database, tokenHash: Buffer): Promise<GuestSignUp | null> {
  const row = await db
    .selectFrom('guestSignUp')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row ? { ...row, locale: Locale.parse(row.locale) } : null
}

/** Returns how many sign-ups of an address can still be completed. */
export async function countOpen(db: Database, email: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('guestSignUp')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Ends a sign-up with the place that came of it: its link leads there from now on.
 * @throws the database's own error when another call has done so
 */
export async function endSignUp(tx: Tx, tokenHash: Buffer, { id, createdAt }: StoredPlace): Promise<void> {
  await tx.deleteFrom('guestSignUp').where('tokenHash', '=', tokenHash).execute()
  await tx.insertInto('coursePlaceLink').values({ tokenHash, placeId: id, createdAt }).execute()
}

/** Makes a link to a place. @returns its secret */
export async function addLink(tx: Tx, placeId: number, createdAt: Date): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('coursePlaceLink')
    .values({ tokenHash: hashOf(token), placeId, createdAt })
    .execute()
  return token
}

/** Returns the place that a link leads to, a guest's or one that was offered; null when there is none. */
export async function findLinked(db: Database, tokenHash: Buffer): Promise<StoredPlace | null> {
  const row = await db
    .selectFrom('coursePlace')
    .innerJoin('coursePlaceLink', 'coursePlaceLink.placeId', 'coursePlace.id')
    .selectAll('coursePlace')
    .where('coursePlaceLink.tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row ? toPlace(row) : null
}

export async function deleteSignUps(db: Database, before: Date): Promise<void> {
  await db.deleteFrom('guestSignUp').where('expiresAt', '<', before).execute()
}

/** Deletes links to the places of accounts on dates that ended before a time, wall clock of the space. */
export async function deleteLinks(db: Database, before: string): Promise<void> {
  await db
    .deleteFrom('coursePlaceLink')
    .where('placeId', 'in', (is) =>
      is
        .selectFrom('coursePlace')
        .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
        .select('coursePlace.id')
        .where('coursePlace.isGuest', '=', false)
        .where('courseDate.untilDateTime', '<', before),
    )
    .execute()
}

/** Returns places of guests on dates that ended before a time, wall clock of the space, and that still name them. */
export function namedPlaces(db: Database, before: string) {
  return db
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .select(['coursePlace.id', 'coursePlace.orderId'])
    .where('coursePlace.isGuest', '=', true)
    .where('coursePlace.email', 'is not', null)
    .where('courseDate.untilDateTime', '<', before)
    .orderBy('coursePlace.id')
    .limit(200)
    .execute()
}
