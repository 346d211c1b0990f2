import { html } from 'hono/html'

/** Spaces inside `Halle 9`, `§ 312g`, `1. Dezember 2026`, `18:00 Uhr`, `24 hours`, `12 %`. */
const gaps = [
  /(?<=(?:^|[\s(„“"])(?:§|\p{Lu}\p{L}*\.?)) (?=\d)/gu,
  /(?<=\d) (?=[€%]|(?!Nr\.)\p{Lu}|(?:credit|day|hour|minute|month|time|week|year)s?\b)/gu,
  /(?<=(?<![\d:.,])\d{1,2}\.) (?=\p{Lu})/gu,
]
/** Numbers of orders and invoices, IBANs and phone numbers: people copy them, so no character of ours may be in them. */
const numbers =
  /(?<![\w/=&-])([A-Z]\w*(?:-[A-Z\d]+)+|[A-Z]{2}\d{2}(?: [A-Z\d]{1,4}){3,}|\+\d[\d ]{6,}\d)(?![\w-])/g

/** Returns the HTML of a text whose amounts, dates, times and numbers stay on one line. */
export function unbroken(text: string) {
  return text
    .split(numbers)
    .map((part, index) =>
      index % 2 === 1 ? html`<span style="white-space:nowrap">${part}</span>` : withoutGaps(part),
    )
}

function withoutGaps(text: string): string {
  const joined = text.replaceAll(/(?<=\d)–(?=\d)/g, '\u2060–\u2060')
  return gaps.reduce((said, gap) => said.replaceAll(gap, '\u00a0'), joined)
}
