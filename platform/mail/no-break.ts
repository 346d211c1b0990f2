import { html } from 'hono/html'

const month = 'Jan|Feb|M[aä]r|Apr|Ma[iy]|Jun|Jul|Aug|Sep|O[ck]t|Nov|De[cz]'
const unit = 'Uhr|Credits?|Stunden|Minuten|Tage|Monate|(?:credit|day|hour|minute|month)s?\\b'
/** Spaces inside `Halle 9`, `§ 312g`, `1. Dezember`, `18:00 Uhr`, `24 hours`, `12 %`. */
const gaps = new RegExp(
  String.raw`(?<=(?:^|[\s(„“"])(?:§|section|no\.|\p{Lu}\p{L}*\.?)) (?=\d(?!\d{3}\b))|(?<=\d\.?) (?=${month})|(?<=\d) (?=[€%]|${unit})`,
  'gu',
)
/** The space inside `Dezember 2026`: a narrow column may break there. */
const yearGap = new RegExp(String.raw`(?<=\b(?:${month})\p{L}*\.?) (?=\d{4}\b)`, 'gu')
/**
 * Numbers of orders and invoices, IBANs and phone numbers: people copy them, so no character of ours may be in them; and
 * the word E-Mail, which would break after its first letter.
 */
const numbers =
  /(?<![\w/=&-])(E-Mail|[A-Z]\w*(?:-[A-Z\d]+)+|[A-Z]{2}\d{2}(?: [A-Z\d]{1,4}){3,}|\+\d[\d ]{6,}\d)(?![\w-])/g

/** Returns the HTML of a text whose amounts, dates, times and numbers stay on one line. */
export function unbroken(text: string, { isNarrow = false } = {}) {
  return text
    .split(numbers)
    .map((part, index) =>
      index % 2 === 1
        ? html`<span style="white-space:nowrap">${part}</span>`
        : withoutGaps(isNarrow ? part : part.replaceAll(yearGap, '\u00a0')),
    )
}

function withoutGaps(text: string): string {
  return text.replaceAll(/(?<=\d)–(?=\d)/g, '\u2060–\u2060').replaceAll(gaps, '\u00a0')
}
