import { addDays, dayOf } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import { sendPlaceMail } from './place-mails.ts'
import * as store from './places.store.ts'
import { beginsOn, noteReminder, unreminded } from './reminding.store.ts'
import { hereOf } from './seats.ts'

/** Nobody wants such a mail at night. */
const fromHour = 9
/** Somebody who has just booked knows when it is. */
const bookedBeforeMs = 24 * 60 * 60_000

/**
 * Mails everybody with a place on the day before their date, once for each beginning. Several processes may do it at once.
 * @throws Problem `upstreamUnavailable`
 */
export async function remindOfPlaces(parts: Ordering): Promise<void> {
  const { db, siteUrl, log } = parts
  const { space, now, local } = await hereOf(parts)
  if (Number(local.slice(11, 13)) < fromHour) return
  const tomorrow = addDays(dayOf(local), 1)
  for (const { id, dateId } of await unreminded(db, tomorrow, new Date(now.getTime() - bookedBeforeMs)))
    await db
      .transaction()
      .execute(async (tx) => {
        const run = await store.lockRun(tx, dateId)
        const place = await store.lockPlace(tx, id)
        if (place.state !== 'booked' || place.email === null || !beginsOn(run, tomorrow)) return
        if (await noteReminder(tx, id, run))
          await sendPlaceMail(tx, 'dayBefore', { place, run, space, siteUrl, now })
      })
      .catch((error: unknown) => log.error({ err: error, id }, 'nobody was reminded of a place'))
}
