import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Cancellation, Declaration, Withdrawal } from '../../../contracts/declaration.ts'
import { someone } from '../../../tests/buyer.fixture.ts'
import { openSubscriptions } from '../subscriptions/subscriptions.fixture.ts'
import * as store from './declarations.store.ts'
import { declarationJobs } from './jobs.ts'

/** A declaration arrives now. @returns its id */
export async function arrive(
  { db, time }: Pick<Awaited<ReturnType<typeof openSubscriptions>>, 'db' | 'time'>,
  content: Declaration,
): Promise<number> {
  const receiptHash = createHash('sha256').update(randomUUID()).digest()
  await store.insert(db as never, {
    content,
    locale: 'de',
    zone: 'Europe/Berlin',
    receivedAt: time.now,
    receiptHash,
  })
  const { id } = await db
    .selectFrom('declaration')
    .select('id')
    .where('receiptHash', '=', receiptHash)
    .executeTakeFirstOrThrow()
  return id
}

/** Subscriptions, and people who declare something about them. */
export async function openDeclarations() {
  const world = await openSubscriptions()
  const { db, parts } = world

  const arrives = (content: Declaration) => arrive(world, content)

  /** The number of the newest order that is no payment of an invoice. */
  async function number(): Promise<string> {
    const order = await db
      .selectFrom('customerOrder')
      .select('number')
      .where('kind', '<>', 'invoice')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return order.number
  }

  const who = { name: 'Nele Neu', email: someone.email }

  async function allJobs(): Promise<void> {
    for (let turn = 0; turn < 2; turn++) {
      await declarationJobs(parts)['apply declarations']()
      await world.everyJob()
    }
  }

  return {
    ...world,
    /** Somebody has joined, and nobody has a mail. */
    async beginAnew(): Promise<void> {
      // Uses cannot be deleted, and keep the entries that they are of.
      await sql`truncate credit_use`.execute(db)
      await world.begin()
      await db.deleteFrom('mail').execute()
    },
    hoursLater(count: number): void {
      world.time.now = new Date(world.time.now.getTime() + count * 60 * 60_000)
    },
    /** Lets every job run until nothing is left to do. */
    allJobs,
    /** Returns the cents of all invoices, payments and refunds. */
    async sums() {
      const { invoices, paid, refunds } = await world.left()
      return {
        invoices: invoices.map(({ grossCents }) => grossCents),
        paid: paid.map(({ amountCents }) => amountCents),
        refunds: refunds.map(({ amountCents }) => amountCents),
      }
    },
    arrives,
    number,
    async cancels(change: Partial<Cancellation> = {}): Promise<number> {
      const fine = { kind: 'cancel', manner: 'ordinary', reason: null, endsOn: null } as const
      return arrives({ ...fine, ...who, contract: await number(), ...change })
    },
    async withdraws(change: Partial<Withdrawal> = {}): Promise<number> {
      return arrives({ kind: 'withdraw', ...who, contract: await number(), ...change })
    },
    declared: (id: number) =>
      db.selectFrom('declaration').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    declarationJobs: () => declarationJobs(parts)['apply declarations'](),
    /** The secret of the link in the last mail that asks whether it was the owner. */
    async disownToken(): Promise<string> {
      const mail = await db
        .selectFrom('mail')
        .select('text')
        .where('kind', 'in', ['contract-cancelled', 'contract-withdrawn'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      return /contract\/disown\/([\w-]{43})/.exec(mail.text ?? '')?.[1] ?? ''
    },
    mailsOf: async (kind: string) =>
      db.selectFrom('mail').selectAll().where('kind', '=', kind).orderBy('id').execute(),
  }
}
