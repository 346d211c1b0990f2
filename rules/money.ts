/** Integer cents as a decimal string, as workshop management writes money: 1250 → `12.50`. */
export function toDecimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
