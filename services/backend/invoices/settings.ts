import { z } from 'zod'
import { Seller } from '../../../contracts/invoice.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import * as store from './settings.store.ts'

/** How a space writes invoices. Prices are gross. */
export const BillingSettings = z.strictObject({
  seller: Seller.strict(),
  /** Begins every number: `H9-2026-000001`. */
  prefix: z.string().regex(/^[A-Z0-9-]{0,12}$/, 'up to 12 of A-Z 0-9 -'),
  /** `small`: exempt small business (§ 19 UStG). */
  scheme: z.enum(['standard', 'small']),
  /** Rate for the use of machines. */
  usageTaxPercent: z.string().regex(/^\d{1,2}\.\d\d$/, 'a rate like 19.00'),
  dueDays: z.int().min(1).max(60),
  /** Years from the end of the year in which an invoice was issued. */
  retainYears: z.int().min(6).max(12),
})
export type BillingSettings = z.infer<typeof BillingSettings>

/**
 * Stores how a space writes invoices; later invoices follow it, issued ones keep theirs.
 * @param json the settings, parsed
 * @throws Error that names each wrong field
 */
export async function setBilling(db: Database, clock: Clock, space: number, json: unknown): Promise<void> {
  const settings = BillingSettings.safeParse(json)
  if (!settings.success) throw new Error(z.prettifyError(settings.error))
  await store.write(db, { space, settings: settings.data, now: clock() })
}

/** Stores the settings of a space that has none yet. */
export async function seedBilling(db: Database, clock: Clock, space: number, json: unknown): Promise<void> {
  if (!(await store.read(db, space))) await setBilling(db, clock, space, json)
}
