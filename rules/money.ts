/** Formats integer cents as a decimal string, as workshop management writes money: 1250 → `12.50`. */
export function toDecimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** Parses a decimal string with at most two places into hundredths: `12.50` → 1250. It also parses percents. */
export function toCents(decimal: string): number {
  const [whole = '0', places = ''] = decimal.replace('-', '').split('.')
  const cents = Number(whole) * 100 + Number(places.padEnd(2, '0').slice(0, 2))
  return decimal.startsWith('-') ? -cents : cents
}
