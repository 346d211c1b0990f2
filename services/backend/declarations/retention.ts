import type { Ordering } from '../orders/parts.ts'
import * as store from './declarations.store.ts'

/** Years after that of the receipt: letters about contracts (§ 257 HGB, § 147 AO), and the limitation of claims (§ 195 BGB). */
const keptYears = { ofContract: 6, unmatched: 3 }

/**
 * Deletes declarations once nobody has to keep or may need them: in the years after that in which they were received. Those
 * that wait for somebody or for money stay.
 */
export async function forgetDeclarations({ db, clock, log }: Ordering): Promise<void> {
  const year = clock().getUTCFullYear()
  // In the zone of a space the new year begins up to a day earlier or later: the later one counts.
  const before = (years: number) => new Date(Date.UTC(year - years, 0, 1) - 24 * 3_600_000)
  const deleted = await store.deleteOld(db, {
    ofContract: before(keptYears.ofContract),
    unmatched: before(keptYears.unmatched),
  })
  if (deleted > 0) log.info({ declarations: deleted }, 'old declarations deleted')
}
