import type { OrderConsent } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'
import type { Database } from '../../../platform/database/database.ts'
import { keepTexts, type Tx } from '../orders/orders.store.ts'
import { deleteUnusedTexts } from '../orders/retention.store.ts'
import { insertPlace, type StoredPlace } from './places.store.ts'

/** What a person agreed to when they signed up, word for word. */
export interface PlaceConsent {
  kind: 'terms' | 'guardian' | 'adult'
  text: string
}

/**
 * Adds a place with what was agreed to. Texts come before the lock of the date, as with orders.
 * @throws what `insertPlace` throws
 */
export async function insertAgreed(
  tx: Tx,
  row: Parameters<typeof insertPlace>[1] & { locale: Locale },
  consents: PlaceConsent[],
): Promise<StoredPlace> {
  const texts = await keepTexts(tx, row.locale, consents)
  const place = await insertPlace(tx, row)
  await tx
    .insertInto('placeConsent')
    .values(
      texts.map(({ kind, sha256 }) => ({
        placeId: place.id,
        kind,
        textSha256: sha256,
        givenAt: place.createdAt,
      })),
    )
    .execute()
  return place
}

/** Returns what a guardian agreed to for a place, as a consent of its order; empty = nobody had to. */
export async function guardianConsentOf(db: Database | Tx, place: number): Promise<OrderConsent[]> {
  const rows = await db
    .selectFrom('placeConsent')
    .innerJoin('legalText', 'legalText.sha256', 'placeConsent.textSha256')
    .select('legalText.body')
    .where('placeId', '=', place)
    .where('placeConsent.kind', '=', 'guardian')
    .execute()
  return rows.map(({ body }) => ({ kind: 'guardian', text: body }))
}

/** Deletes what was agreed to with places that say no longer whose they are, and the texts that name people. */
export async function deletePlaceConsents(tx: Tx, places: number[]): Promise<void> {
  await tx.deleteFrom('placeConsent').where('placeId', 'in', places).execute()
  await deleteUnusedTexts(tx)
}
