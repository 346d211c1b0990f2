import type { WorkshopSystem } from '../../workshop-system.ts'
import { readingMs, readWithin } from '../failures.ts'
import { cachedMembers, createMembers } from '../members/members.ts'
import type { Parts } from '../parts.ts'
import { createAttemptLock, createMemberLock } from './attempt-lock.ts'
import { createBookingMail } from './booking-mail.ts'
import { createBookingCancel } from './cancel.ts'
import { createCaseReader, createJudge } from './case.ts'
import { createBookingChange } from './change.ts'
import { createBookingCreation } from './create.ts'
import { createIntentStore } from './intents.store.ts'
import { createMemberLockStore } from './member-lock.store.ts'
import { createOwnBookings } from './own-bookings.ts'
import { createQuote } from './quote.ts'
import { createBookingReader } from './reader.ts'
import { createRecognise } from './recognise.ts'
import { createReconciliation } from './reconciliation.ts'
import { createCancelUncovered } from './uncovered.ts'
import type { Writing } from './writing.ts'

/** The calls about bookings, the settling of those whose answer was lost, and what the end of a package cancels. */
export function createBookings(parts: Parts) {
  const { db, now, cache, directory } = parts
  const lockMember = createMemberLock({ now, memberLocks: createMemberLockStore(db) })
  const lock = createAttemptLock({ now, lockMember })
  const intents = createIntentStore(db)
  const recognise = createRecognise(parts.reader)
  const judge = createJudge(createCaseReader({ ...parts, members: createMembers(parts) }), now)
  const own = createOwnBookings(parts)
  const writing: Writing = { ...parts, judge, lock, intents, recognise, own }
  const { cancel, cancelAtFabman } = createBookingCancel(writing)
  const bookingMail = createBookingMail(parts)

  const client = parts.client.forDisplay
  const reader = createBookingReader({ client, directory })
  const members = cachedMembers(createMembers({ client, directory }), cache)
  const readCase = createCaseReader({ ...parts, reader, members })
  const quote = createQuote(readCase, { members, reader })
  return {
    bookingCalls: {
      bookings: reader.bookings,
      quoteBooking: (asked) => readWithin(readingMs, () => quote(asked)),
      createBooking: createBookingCreation(writing),
      changeBooking: createBookingChange(writing),
      cancelBooking: cancel,
    } satisfies Partial<WorkshopSystem>,
    cancelUncovered: createCancelUncovered({ ...writing, cancelAtFabman, bookingMail, lockMember }),
    reconcile: createReconciliation({ ...writing, cancelAtFabman, bookingMail }),
  }
}
