import type { Offer } from '../../../contracts/order.ts'
import type { Locale } from '../../../contracts/problem.ts'
import { dayOf } from '../../../rules/time.ts'
import { timesOf, titleOf } from './place-mails.ts'
import type { CourseRun } from './places.store.ts'

/** Returns name and days of places on a date for an order or its invoice, as the date stands now: a move changes them. */
export function offerWords(run: CourseRun, party: number): Pick<Offer, 'name' | 'fromDate' | 'untilDate'> {
  return {
    name: { de: nameOf(run, party, 'de'), en: nameOf(run, party, 'en') },
    fromDate: dayOf(run.fromDateTime),
    untilDate: dayOf(run.untilDateTime),
  }
}

/** As it stands on the invoice, with the reason of an exemption. */
function nameOf(run: CourseRun, party: number, locale: Locale): string {
  const note = run.vat === 'exempt' ? (locale === 'en' ? run.vatNoteEn : run.vatNoteDe) : null
  const title = `${party > 1 ? `${party} × ` : ''}${titleOf(run, locale)}, ${timesOf(run, locale)}`
  return note ? `${title} (${note})` : title
}
