import { createHash } from 'node:crypto'
import type { Database } from '../platform/database/database.ts'
import { someone } from './buyer.fixture.ts'

export const orderOfMia = 'B-2026-0MATRX'

/** Adds an order of a member, and one of a stranger with the member's address, which waits at the link `claim`. */
export async function fillOrders(
  db: Database,
  now: Date,
  { mia, address, text, claim }: { mia: number; address: string; text: string; claim: string },
): Promise<void> {
  const texts = { de: text, en: text }
  const order = {
    kind: 'credits',
    spaceId: 1,
    buyer: { ...someone, firstName: text, lastName: text, email: address },
    offer: {
      item: { kind: 'credits', pack: 1 },
      name: texts,
      gives: { de: [], en: [] },
      totalCents: 119,
      taxCents: 19,
      taxPercent: '19.00',
      renews: null,
      fromDate: '2026-11-01',
      untilDate: '2027-10-31',
      paysBy: [],
    },
    rights: { package: null, creditCents: 1, validMonths: 12 },
    totalCents: 119,
    paysBy: 'transfer',
    startsEarly: true,
    returnPaths: { success: '/', cancel: '/' },
    placedAt: now,
    paidAt: now,
  }
  await db
    .insertInto('customerOrder')
    .values([
      {
        ...order,
        number: orderOfMia,
        requestKey: 'mia',
        memberId: mia,
        state: 'fulfilled',
        fulfilledAt: now,
      },
      {
        ...order,
        number: 'B-2026-0WA1TS',
        requestKey: 'stranger',
        state: 'paid',
        waitsFor: 'address',
        claimHash: createHash('sha256').update(claim).digest(),
      },
    ])
    .execute()
}
