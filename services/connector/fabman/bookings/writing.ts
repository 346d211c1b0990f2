import type { Parts } from '../parts.ts'
import type { AttemptLock } from './attempt-lock.ts'
import type { Judge } from './case.ts'
import type { IntentStore } from './intents.store.ts'
import type { OwnBookings } from './own-bookings.ts'
import type { Recognise } from './recognise.ts'

/** The parts that the writes of bookings share. Their reads are never cached. */
export interface Writing extends Parts {
  judge: Judge
  lock: AttemptLock
  intents: IntentStore
  recognise: Recognise
  own: OwnBookings
}
