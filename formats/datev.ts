import { toDecimal } from '../rules/money.ts'
import { captions } from './datev-captions.ts'

/** An entry of the journal: one rate of one invoice. */
export interface DatevEntry {
  /** Negative in a cancellation. */
  grossCents: number
  /** Account of the customer. */
  debtor: number
  revenue: number
  /** YYYY-MM-DD */
  issuedOn: string
  number: string
  text: string
}

/** The head of a journal. Days are YYYY-MM-DD. */
export interface DatevJournal {
  consultant: number
  client: number
  fiscalYearStart: string
  accountLength: number
  from: string
  until: string
  /** DATEV's chart of accounts, SKR 03 or 04. */
  chart: '03' | '04'
  name: string
  createdAt: Date
  entries: DatevEntry[]
}

/**
 * Writes a journal ("Buchungsstapel", format 700, version 13) as DATEV imports it: lines end in CRLF, texts stand in quotes.
 * Amounts are positive: an invoice debits the customer (`S`), a cancellation credits them (`H`). Entries of zero are left
 * out, because DATEV refuses them. https://developer.datev.de/de/file-format/details/datev-format/format-description/booking-batch
 * @returns one letter per byte of Windows-1252: written as latin1, these are the bytes of the file
 */
export function datevJournal(journal: DatevJournal): string {
  const rows = journal.entries.filter(({ grossCents }) => grossCents !== 0).map(rowOf)
  const lines = [headOf(journal), captions.join(';'), ...rows]
  return windows1252(lines.map((line) => `${line}\r\n`).join(''))
}

function headOf(journal: DatevJournal): string {
  const { consultant, client, accountLength, chart, name } = journal
  const day = (value: string) => value.replaceAll('-', '')
  const origin = [
    journal.createdAt.toISOString().replace(/\D/g, ''),
    '',
    quoted('RE'),
    quoted(''),
    quoted(''),
  ]
  const books = [consultant, client, day(journal.fiscalYearStart), accountLength]
  const batch = [day(journal.from), day(journal.until), quoted(limited(name, 30)), quoted(''), 1, 0, 0]
  const rest = [quoted('EUR'), '', quoted(''), '', '', quoted(chart), '', '', quoted(''), quoted('')]
  const format = [quoted('EXTF'), 700, 21, quoted('Buchungsstapel'), 13]
  return [...format, ...origin, ...books, ...batch, ...rest].join(';')
}

function rowOf({ grossCents, debtor, revenue, issuedOn, number, text }: DatevEntry): string {
  const amount = toDecimal(Math.abs(grossCents)).replace('.', ',')
  const day = issuedOn.slice(8, 10) + issuedOn.slice(5, 7)
  const sum = [amount, quoted(grossCents < 0 ? 'H' : 'S'), quoted('EUR'), '', '', quoted('')]
  const receipt = [day, quoted(limited(number, 36)), quoted(''), '', quoted(limited(text, 60))]
  const row = [...sum, debtor, revenue, quoted(''), ...receipt]
  return [...row, ...Array.from({ length: captions.length - row.length }, () => '')].join(';')
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** One line of at most this many letters. */
function limited(text: string, most: number): string {
  return [...text.replace(/[\p{Cc}\s]+/gu, ' ').trim()].slice(0, most).join('')
}

/** What Windows-1252 has in place of the control characters of Latin-1; a space where it has nothing. */
const special = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Each letter as its byte; one that the code page lacks without its accents, or as `?`. */
function windows1252(text: string): string {
  return [...text.normalize('NFC')].map((letter) => byteOf(letter) ?? bare(letter)).join('')
}

function bare(letter: string): string {
  const [base = ''] = letter.normalize('NFKD')
  return byteOf(letters[letter] ?? base) ?? '?'
}

function byteOf(letter: string): string | null {
  const code = letter.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return letter
  const place = special.indexOf(letter)
  return place < 0 ? null : String.fromCharCode(0x80 + place)
}

/** Letters that Unicode does not take apart. */
const letters: Record<string, string> = { ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŧ: 't' }
