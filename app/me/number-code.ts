import encodeQR from 'qr'

/** A QR code as path data: a square for each dark module, in a square of `size` units. */
export interface NumberCode {
  size: number
  path: string
}

/** Returns the QR code of a member number. */
export function numberCode(number: string): NumberCode {
  const rows = encodeQR(number, 'raw', { border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
