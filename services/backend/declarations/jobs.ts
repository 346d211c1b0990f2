import type { Ordering } from '../orders/parts.ts'
import { applyDeclarations } from './applying.ts'
import { forgetDeclarations } from './retention.ts'
import { settleWithdrawals } from './settling.ts'

/** The jobs of declarations by name. Each may run in several processes at the same time. */
export function declarationJobs(parts: Ordering) {
  return {
    'apply declarations': async () => {
      await applyDeclarations(parts)
      await settleWithdrawals(parts)
    },
    'delete old declarations': () => forgetDeclarations(parts),
  }
}
