import type { Labels } from '../../contracts/label.ts'
import type { Locale } from '../i18n/locale.ts'

/** Words that find a page although it does not contain them, by its German address: "parken" finds `/besuch`. */
export type SearchWords = Labels

/** Used for each address that the datasource `search-synonyms` does not name. */
export const defaultWords: Record<Locale, SearchWords> = {
  de: {
    '/besuch': 'Öffnungszeiten, geöffnet, offen, Anfahrt, Adresse, parken, Parkplatz',
    '/mitgliedschaft': 'Preise, Kosten, Gutschein, Beitrag',
    '/booking': 'buchen, reservieren',
    '/events': 'Termine, Kalender, Veranstaltungen',
    '/me/bookings': 'stornieren, absagen',
  },
  en: {
    '/besuch': 'opening hours, open, address, directions, parking, car park',
    '/mitgliedschaft': 'prices, cost, fee, voucher, gift card',
    '/booking': 'book, reserve, reservation',
    '/events': 'dates, calendar, events',
    '/me/bookings': 'cancel',
  },
}

const stopWords = new Set(
  `ab am an auf bei bin das dem den der des die du ein eine einen einer er es euch für gibt habt hat ich ihr im in ist
  kann man mein meine mich mir mit nach nicht sich sie sind und uns vom von wann was welche viel wer wie wir wo zu zum zur
  a an and any are at can do does for from get have how i in is it me much my not of on or the there to we what when where which
  with you your`.split(/\s+/),
)

/** Whether most pages contain a word. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word.toLowerCase())
}

/** Leaves out words that most pages contain; a query of nothing else stays as it is. */
export function withoutStopWords(words: string[]): string[] {
  const telling = words.filter((word) => !isStopWord(word))
  return telling.length > 0 ? telling : words
}
