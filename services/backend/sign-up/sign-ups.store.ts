import { createHash } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { SoldItem } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Contact } from '../../../contracts/sign-up.ts'
import type { Tables } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { flowOf } from '../../../rules/sign-up.ts'
import { lockPhotos } from '../members/photos.store.ts'

/** What was typed, by step. */
export interface Steps {
  item?: SoldItem
  /** The chosen package has a condition, which the step `contact` asks for. */
  hasRequirement?: boolean
  /** The visitor asked for a new account. */
  isNewAccount?: boolean
  contact?: Contact
  /** The package whose condition `contact` answers; null = what is ordered is no package. */
  requirementOf?: number | null
  image?: 'given' | 'later'
  /** The photo takes the place of the one on the member's card. */
  replacesPhoto?: boolean
  /** SHA-256 of the photo, by which the end of the sign-up finds it on the member's card. */
  photoHash?: string
}

/** The account that a sign-up belongs to. */
export interface SignUpOwner {
  email: string
  subject: string | null
  member: number | null
}

/** An unfinished sign-up as it is stored. */
export interface StoredSignUp extends SignUpOwner {
  id: number
  locale: Locale
  steps: Steps
  attempt: number
  frozenAt: Date | null
  orderNumber: string | null
}

/** When a sign-up is written, and until when it lasts then. */
export interface Times {
  now: Date
  expiresAt: Date
}

/** Longest time to place an order. */
const placingMs = 2 * 60_000

const columns = [
  'id',
  'email',
  'subject',
  'memberId as member',
  'locale',
  'steps',
  'attempt',
  'frozenAt',
  'orderNumber',
] as const

export async function add(
  db: Database,
  { token, locale, owner, steps, now, expiresAt }: NewSignUp & Times,
): Promise<void> {
  const { email, subject, member: memberId } = owner
  await db
    .insertInto('signup')
    .values({
      tokenHash: token,
      flow: flowOf(steps.item),
      locale,
      email,
      subject,
      memberId,
      steps,
      createdAt: now,
      expiresAt,
    })
    .execute()
}

interface NewSignUp {
  /** SHA-256. */
  token: Buffer
  locale: Locale
  owner: SignUpOwner
  steps: Steps
}

/** Returns the sign-up of a token (SHA-256); null without one, or when its time is over. */
export async function find(db: Database, token: Buffer, now: Date): Promise<StoredSignUp | null> {
  const row = await db
    .selectFrom('signup')
    .select(columns)
    .where('tokenHash', '=', token)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ? storedOf(row) : null
}

/** Returns a sign-up by its id, whatever its age. */
export async function byId(db: Database, id: number): Promise<StoredSignUp | null> {
  const row = await db.selectFrom('signup').select(columns).where('id', '=', id).executeTakeFirst()
  return row ? storedOf(row) : null
}

/**
 * Adds steps to those that are stored, so that two tabs never undo one another's steps, and extends its time.
 * @returns false when it is frozen or gone; nothing is written then
 */
export async function writeSteps(
  db: Database | Transaction<Tables>,
  { id, steps, owner, now, expiresAt }: { id: number; steps: Steps; owner?: SignUpOwner } & Times,
): Promise<boolean> {
  const written = await db
    .updateTable('signup')
    .set({
      steps: sql`steps || ${steps}::jsonb`,
      ...(steps.item && { flow: flowOf(steps.item) }),
      frozenAt: null,
      expiresAt,
      ...(owner && { email: owner.email, subject: owner.subject, memberId: owner.member }),
    })
    .where('id', '=', id)
    .where(({ eb, and, or, not, exists, selectFrom }) =>
      or([
        eb('frozenAt', 'is', null),
        // A process ended between the freeze and the order.
        and([
          eb('orderNumber', 'is', null),
          eb('frozenAt', '<', new Date(now.getTime() - placingMs)),
          not(
            exists(
              selectFrom('customerOrder')
                .select('customerOrder.id')
                .where('requestKey', '=', sql<string>`'signup-' || signup.id || '-' || attempt`),
            ),
          ),
        ]),
      ]),
    )
    .returning('id')
    .executeTakeFirst()
  return written !== undefined
}

/** Stores the photo with its step, or removes it; false when the sign-up is frozen. */
export async function writeImage(
  db: Database,
  { id, jpeg, replaces, ...times }: { id: number; jpeg: Buffer | null; replaces: boolean } & Times,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const photoHash = jpeg ? createHash('sha256').update(jpeg).digest('hex') : ''
    const steps = { image: jpeg ? 'given' : 'later', replacesPhoto: replaces, photoHash } as const
    if (!(await writeSteps(tx, { id, steps, ...times }))) return false
    if (jpeg)
      await tx
        .insertInto('signupImage')
        .values({ signupId: id, jpeg })
        .onConflict((conflict) => conflict.column('signupId').doUpdateSet({ jpeg }))
        .execute()
    else await tx.deleteFrom('signupImage').where('signupId', '=', id).execute()
    return true
  })
}

/**
 * Returns the photo of a sign-up, also from the card of the member whom its order was given to: only the one that was given
 * here, never another one of that member.
 */
export async function image(db: Database, id: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('signupImage')
    .select('jpeg')
    .where('signupId', '=', id)
    .union(
      db
        .selectFrom('signup')
        .innerJoin('customerOrder', 'customerOrder.number', 'signup.orderNumber')
        .innerJoin('photo', 'photo.memberId', 'customerOrder.memberId')
        .select('photo.jpeg')
        .where('signup.id', '=', id)
        .where(sql<boolean>`encode(sha256(photo.jpeg), 'hex') = signup.steps ->> 'photoHash'`),
    )
    .executeTakeFirst()
  return row?.jpeg ?? null
}

/** Keeps the steps as they are from now on, and returns them as they are then. */
export async function freeze(db: Database, id: number, { now, expiresAt }: Times): Promise<StoredSignUp> {
  const row = await db
    .updateTable('signup')
    .set({ frozenAt: sql`coalesce(frozen_at, ${now})`, expiresAt })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
  return storedOf(row)
}

/** Lets the steps change again when no order came of them. */
export async function unfreeze(db: Database, id: number): Promise<void> {
  await db
    .updateTable('signup')
    .set({ frozenAt: null })
    .where('id', '=', id)
    .where('orderNumber', 'is', null)
    .execute()
}

/** Stores the order of an attempt. */
export async function setOrder(
  db: Database,
  { id, attempt, number, now }: { id: number; attempt: number; number: string; now: Date },
): Promise<void> {
  await db
    .updateTable('signup')
    .set({ orderNumber: number, frozenAt: sql`coalesce(frozen_at, ${now})` })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute()
}

/** Begins another attempt after an order that came to nothing. */
export async function reopen(db: Database, id: number, number: string): Promise<void> {
  await db
    .updateTable('signup')
    .set({ orderNumber: null, frozenAt: null, attempt: sql`attempt + 1` })
    .where('id', '=', id)
    .where('orderNumber', '=', number)
    .execute()
}

/**
 * Moves the photos of sign-ups whose order was given to the members that they are of now. A photo that a member has stays
 * unless they chose the new one.
 */
export async function movePhotos(db: Database, now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockPhotos(tx)
    await moveAll(tx, now)
  })
}

async function moveAll(db: Transaction<Tables>, now: Date): Promise<void> {
  await db
    .with('moved', (tx) =>
      tx
        .deleteFrom('signupImage')
        .using(['signup', 'customerOrder'])
        .whereRef('signup.id', '=', 'signupImage.signupId')
        // The number is stored in the sign-up after an order on invoice is given.
        .where('customerOrder.requestKey', '=', sql<string>`'signup-' || signup.id || '-' || signup.attempt`)
        .where('customerOrder.state', '=', 'fulfilled')
        .where('customerOrder.memberId', 'is not', null)
        .returning([
          'customerOrder.memberId',
          'signupImage.jpeg',
          sql<boolean>`coalesce((signup.steps ->> 'replacesPhoto')::boolean, false)`.as('replaces'),
        ]),
    )
    .insertInto('photo')
    .columns(['memberId', 'jpeg', 'updatedAt'])
    .expression((moved) =>
      moved
        .selectFrom('moved')
        // A statement writes each member once.
        .distinctOn('moved.memberId')
        .orderBy('moved.memberId')
        .orderBy('moved.replaces', 'desc')
        .where(({ or, not, exists, selectFrom }) =>
          or([
            sql<boolean>`moved.replaces`,
            not(
              exists(
                selectFrom('photo')
                  .select('photo.memberId')
                  .whereRef('photo.memberId', '=', 'moved.memberId'),
              ),
            ),
          ]),
        )
        .select(({ ref }) => [
          sql<number>`${ref('moved.memberId')}`.as('memberId'),
          'moved.jpeg',
          sql<Date>`${now}::timestamptz`.as('updatedAt'),
        ]),
    )
    .onConflict((conflict) =>
      conflict.column('memberId').doUpdateSet(({ ref }) => ({
        jpeg: ref('excluded.jpeg'),
        updatedAt: ref('excluded.updatedAt'),
      })),
    )
    .execute()
}

/** Deletes sign-ups whose time is over, with their photos. An order keeps its own copy of everything. */
export async function removeExpired(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('signup')
    .where('expiresAt', '<=', now)
    // A transfer or a bank may take longer; the buyer's page and photo wait for it.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('customerOrder')
            .select('customerOrder.id')
            .whereRef('customerOrder.number', '=', 'signup.orderNumber')
            .where('state', 'in', ['placed', 'paid']),
        ),
      ),
    )
    .execute()
}

function storedOf(
  row: Omit<StoredSignUp, 'steps' | 'locale'> & { steps: unknown; locale: string },
): StoredSignUp {
  return { ...row, steps: row.steps as Steps, locale: row.locale as Locale }
}
