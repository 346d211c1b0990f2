import type { Day } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import type { StaffReason } from './declaration-mails.ts'
import type { StoredDeclaration } from './declarations.store.ts'
import type { Matched } from './matching.ts'

/** A declaration on its way to the contract that it means. */
export interface Applying extends Matched {
  /** Of the declaration. */
  id: number
  /** Name of the space that sells. */
  seller: string
  /** The day at the space. */
  dayAt: (instant: Date) => Day
  receivedOn: Day
  /** Leaves the declaration to somebody of the space. */
  toStaff: (tx: Tx, held: StoredDeclaration, why: StaffReason) => Promise<void>
}

/** The owner of an address has so long to say that a declaration was not theirs. */
export const disownMs = 24 * 60 * 60_000
