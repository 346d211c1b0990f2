import { z } from 'zod'
import { BillingSettings } from '../../../contracts/invoice.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import * as store from './settings.store.ts'

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
