/** Words that follow a number: units, laws, times, and the months of both languages. A placeholder of a text counts as a number. */
const follows = [
  'Uhr|Watt|Volt|Grad|GB|MB|Bit|bit|dpi|rpm|ohms|bar|min|[hlg]|U/min',
  'BGB|VSBG|UStG|TDDDG|DSGVO|GDPR|[Pp]ixels?|volts?|degrees?|[€%°Ω][CF]?|[mcµnk]?m[²³]?|k?g|[mk]?[WVA]|kWh|[kMG]?Hz',
  'Sekunden?|Minuten?|Stunden?|Tage?n?|Wochen?|Monate?n?|Jahre?n?|(?:second|minute|hour|day|week|month|year)s?',
  'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
  'January|February|March|May|June|July|October|December',
].join('|')
const afterNumber = String.raw`(?<=[\d}]\.?) (?=(?:${follows})(?![\p{L}\d]))`
/** Words before a number: parts of a law, a diameter, a hall. */
const beforeNumber = String.raw`(?<=[§Ø]|(?<!\p{L})(?:Abs\.|Nr\.|Art\.|Satz|Anlage|Halle|[Ss]ection|[Aa]rticle|no\.)) (?=\d)`
/** Between the parts of a law. */
const inLaw = String.raw`(?<=\d[a-z]?|\d\)) (?=(?:Abs|Nr|Buchst)\.|Satz \d|no\. \d)`
/** Before the end of a range of numbers; placeholders may hold long dates. */
const inRange = String.raw`(?<=\d (?:bis|to)) (?=\d)`
/** Between the groups of a phone number. */
const inPhoneNumber = String.raw`(?<=\+\d[\d ]{0,15}) (?=\d)`
/** Before the unit of a price. */
const beforeUnit = String.raw`(?<=(?<!\p{L})(?:je|per)) (?=Stunde|Minute|hour|minute)`
/** Around the × of a size, of three numbers only before it, and between the groups of digits of a number. */
const inNumber = String.raw`(?<=\d) (?=×|\d{3}(?!\d))|(?<=×)(?<!× \d+ ×) (?=\d+(?!\d| ×))`
/** Between the letters of "z. B.", and around the letter of "Buchst. f DSGVO". */
const abbreviation = String.raw`(?<=(?<!\p{L})\p{L}\.) (?=\p{L}\.)|(?<=Buchst\.( \p{L})?) (?=\p{L})`

const breaks = new RegExp(
  [afterNumber, beforeNumber, inLaw, inRange, inPhoneNumber, beforeUnit, inNumber, abbreviation].join('|'),
  'gu',
)
/** After the hyphen of "E-Mail" or "Wi-Fi", and between the parentheses of "6(1)(f)". */
const afterLetter = /(?<=(?<![\p{L}\d\u00ad-])\p{L}{1,2}-)(?=\p{L})|(?<=\d\))(?=\()/gu

/** Returns a text whose lines do not end between a number and its unit, within a date or after "§". */
export function keepTogether(text: string): string {
  return text.replace(breaks, '\u00a0')
}

/** Does the same, and keeps "E-Mail" on one line by a word joiner, which the search of a browser ignores. */
export function keepSentenceTogether(text: string): string {
  return keepTogether(text).replace(afterLetter, '\u2060')
}

/** Does the same to the texts of markup; leaves tags, their attributes and scripts as they are. */
export function keepMarkupTogether(html: string): string {
  // No markup of ours has `<` in a script, a text or an attribute. So each character is read once, in any other markup, too.
  return html.replace(/<script[^<>]*>[^<]*|<[^<>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<') ? piece : keepSentenceTogether(piece),
  )
}
