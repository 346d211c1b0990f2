import type { Ordering } from '../orders/parts.ts'
import { tellChanges } from './changing.ts'
import { chargeAnnounced, chargeSaved } from './charging.ts'
import { closeSettled, remindDue } from './dunning.ts'
import { tendSeats } from '../teams/seats.ts'
import { tendMethods } from './methods.ts'
import { creditPeriods, renewDue, tellEnds } from './renewing.ts'

/** The jobs of subscriptions by name. Each may run in several processes at the same time. */
export function subscriptionJobs(parts: Ordering) {
  return {
    'renew subscriptions': async () => {
      await remindDue(parts)
      await renewDue(parts)
      await chargeAnnounced(parts)
      await chargeSaved(parts)
      await closeSettled(parts)
      await creditPeriods(parts)
      await tellChanges(parts)
      await tendSeats(parts)
      await tellEnds(parts)
    },
    'look at new methods of payment': () => tendMethods(parts),
  }
}
