import { html } from 'hono/html'
import type { Locale } from '../../contracts/problem.ts'
import { unbroken } from './no-break.ts'

/**
 * What a mail is about, at a glance: one line of its text, and a cell of its title block for each label. Without a text of
 * its own the line says what the cells do; an empty one says nothing.
 */
export type Fact = string | ({ text?: string } & Cells)
type Cells = { [label in Label]?: string }
type Label = keyof (typeof labels)['de']

/** Returns a fact as a line of the text; empty = it has none. */
export function lineOf(fact: Fact, locale: Locale): string {
  if (typeof fact === 'string') return fact
  const { text, ...cells } = fact
  const words = ([label, value]: [string, string]) =>
    named.has(label) ? `${labels[locale][label as Label]}: ${shown(label, value)}` : value
  return text ?? Object.entries(cells).map(words).join(', ')
}

/**
 * Draws facts like the title block of a workshop drawing, as the tickets of the site: the first text is the title under the
 * number, the price is the largest. Tables and inline styles, because mail programs know no other boxes.
 */
export function titleBlock(facts: Fact[], locale: Locale) {
  const [first, ...others] = facts
  const title = typeof first === 'string' ? first : null
  const cells = (title === null ? facts : others).flatMap((fact) => cellsOf(fact, locale))
  const caption = cells.find(({ isNumber }) => isNumber)
  const rows = rowsOf(cells.filter((cell) => cell !== caption))
  return html`<table
    role="presentation"
    class="block"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:0 0 20px;border:2px solid #17171a;border-radius:2px;border-collapse:separate"
  >
    ${
      title === null
        ? ''
        : html`<tr>
            <td colspan="2" style="padding:10px 12px 12px">
              ${caption ? captionOf(`${caption.label} ${caption.value}`) : ''}<strong
                style="font-size:20px;line-height:1.25"
                >${unbroken(title)}</strong
              >
            </td>
          </tr>`
    }
    ${rows.map(
      (row, index) =>
        html`<tr>
          ${row.map((cell, column) => drawn(cell, { isAlone: row.length === 1, index, column, hasTitle: title !== null }))}
        </tr>`,
    )}
  </table>`
}

interface Cell {
  /** Empty for a plain text. */
  label: string
  value: string
  isPrice: boolean
  /** Stands alone in its row. */
  isWide: boolean
  /** Stands above the title. */
  isNumber: boolean
}

function cellsOf(fact: Fact, locale: Locale): Cell[] {
  if (typeof fact === 'string')
    return [{ label: '', value: fact, isPrice: false, isWide: true, isNumber: false }]
  const { text: _, ...cells } = fact
  return Object.entries(cells).map(([label, value]) => ({
    label: labels[locale][label as Label],
    value: shown(label, value),
    isPrice: prices.has(label),
    isWide: wide.has(label),
    isNumber: numbers.has(label),
  }))
}

/** An account is read in groups of four. */
function shown(label: string, value: string): string {
  return label === 'iban' ? value.replaceAll(/(.{4})(?=.)/g, '$1 ') : value
}

/** Puts short cells beside each other, in pairs that fit a phone. */
function rowsOf(cells: Cell[]): Cell[][] {
  const rows: Cell[][] = []
  for (const cell of cells) {
    const row = rows.at(-1)
    const [before] = row ?? []
    if (row?.length === 1 && before && isShort(before) && isShort(cell)) row.push(cell)
    else rows.push([cell])
  }
  return rows
}

function isShort({ label, value, isPrice, isWide }: Cell): boolean {
  return !isWide && label.length <= 20 && value.length <= (isPrice ? 8 : 32)
}

interface Place {
  isAlone: boolean
  index: number
  column: number
  hasTitle: boolean
}

function drawn({ label, value, isPrice }: Cell, { isAlone, index, column, hasTitle }: Place) {
  const lines = [
    index === 0 ? (hasTitle ? 'border-top:1px solid #17171a' : '') : 'border-top:1px solid #d9d6cf',
    column > 0 ? 'border-left:1px solid #d9d6cf' : '',
  ]
  // A narrow column grows with what holds together.
  const style = ['padding:8px 12px 10px', 'vertical-align:top', 'overflow-wrap:break-word', ...lines]
    .filter(Boolean)
    .join(';')
  const size = isPrice ? 'font-size:28px;line-height:1.15;font-weight:700' : 'font-size:16px;line-height:1.35'
  return html`<td
    class="${index === 0 ? 'cell first' : 'cell'}"
    ${isAlone ? html`colspan="2"` : html`width="50%"`}
    style="${style}"
  >
    ${label === '' ? '' : captionOf(label)}<span style="${size}"
      >${unbroken(value, { isNarrow: !isAlone })}</span
    >
  </td>`
}

function captionOf(text: string) {
  return html`<span class="quiet label" style="font-size:12px;line-height:1.5;color:#55545a"
      >${unbroken(text)}</span
    ><br />`
}

/** Cells that a line of the text names: their values do not say what they are. */
const named: ReadonlySet<string> = new Set(['order', 'iban', 'holder', 'reference', 'sum', 'refund'])
/** Cells that stand above the title. */
const numbers: ReadonlySet<string> = new Set(['number', 'order'])
/** Cells without another one beside them. */
const wide: ReadonlySet<string> = new Set([
  'before',
  'iban',
  'holder',
  'reference',
  'invoice',
  'cancellation',
])
/** Cells with the largest letters. */
const prices: ReadonlySet<string> = new Set(['price', 'gross', 'sum', 'refund'])

const labels = {
  de: {
    day: 'Tag',
    time: 'Zeit',
    from: 'Von',
    until: 'Bis',
    start: 'Ab',
    before: 'Bisher',
    price: 'Preis',
    gross: 'Preis, alle Steuern inbegriffen',
    payment: 'Zahlung',
    sum: 'Betrag',
    refund: 'Du bekommst zurück',
    due: 'Zahlbar bis',
    number: 'Nr.',
    order: 'Bestellung',
    invoice: 'Rechnung',
    cancellation: 'Stornorechnung',
    member: 'Mitgliedsnummer',
    seats: 'Plätze',
    lastDay: 'Letzter Tag',
    iban: 'IBAN',
    holder: 'Empfänger',
    reference: 'Verwendungszweck',
  },
  en: {
    day: 'Day',
    time: 'Time',
    from: 'From',
    until: 'Until',
    start: 'From',
    before: 'Previously',
    price: 'Price',
    gross: 'Price, all taxes included',
    payment: 'Payment',
    sum: 'Amount',
    refund: 'You get back',
    due: 'Payable by',
    number: 'No.',
    order: 'Order',
    invoice: 'Invoice',
    cancellation: 'Cancellation invoice',
    member: 'Member number',
    seats: 'Seats',
    lastDay: 'Last day',
    iban: 'IBAN',
    holder: 'Payee',
    reference: 'Reference',
  },
} satisfies Record<Locale, Record<string, string>>
