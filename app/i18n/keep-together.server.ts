/** Words that follow a number: units, and the months of both languages. A placeholder of a text counts as a number. */
const follows = [
  'Uhr|Watt|Volt|Grad|GB|MB|Bit|bit|dpi|rpm|ohms|bar|min|[hlg]|U/min',
  '[€%°Ω][CF]?|[mcµnk]?m[²³]?|k?g|[mk]?[WVA]|kWh|[kMG]?Hz',
  'Januar|Februar|März|April|Mai|Juni|Juli|August|September|Oktober|November|Dezember',
  'January|February|March|May|June|July|October|December',
].join('|')
const afterNumber = String.raw`(?<=[\d}]\.?) (?=(?:${follows})(?![\p{L}\d]))`
/** Words before a number: parts of a law. */
const beforeNumber = String.raw`(?<=§|(?<!\p{L})(?:Abs\.|Nr\.|Art\.|Satz|Anlage|[Ss]ection|[Aa]rticle|no\.)) (?=\d)`
/** Between the letters of "z. B.". */
const abbreviation = String.raw`(?<=(?<!\p{L})\p{L}\.) (?=\p{L}\.)`

const breaks = new RegExp([afterNumber, beforeNumber, abbreviation].join('|'), 'gu')

/** Returns a text whose lines do not end between a number and its unit, within a date or after "§". */
export function keepTogether(text: string): string {
  return text.replace(breaks, '\u00a0')
}

/** Does the same to the texts of markup; leaves tags, their attributes and scripts as they are. */
export function keepMarkupTogether(html: string): string {
  // No markup of ours has `<` in a script, a text or an attribute. So each character is read once, in any other markup, too.
  return html.replace(/<script[^<>]*>[^<]*|<[^<>]*>|[^<]+/g, (piece) =>
    piece.startsWith('<') ? piece : keepTogether(piece),
  )
}
