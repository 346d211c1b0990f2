/**
 * Writes a table for spreadsheets in German: semicolons, UTF-8 with a byte order mark, CRLF. A text that a spreadsheet would
 * take for a formula begins with an apostrophe; numbers stand as they are.
 */
export function csvTable(lines: (string | number)[][]): string {
  const cell = (value: string | number) => (typeof value === 'number' ? String(value) : quoted(value))
  return `\uFEFF${lines.map((line) => `${line.map(cell).join(';')}\r\n`).join('')}`
}

/** A text as a cell. */
export function quoted(text: string): string {
  const plain = text.replace(/\p{Cc}+/gu, ' ')
  const safe = /^[=+\-@]/.test(plain) ? `'${plain}` : plain
  return `"${safe.replaceAll('"', '""')}"`
}
