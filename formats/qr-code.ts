import encodeQR from 'qr'

/** A QR code as path data: a square for each dark module, in a square of `size` units. */
export interface QrCode {
  size: number
  path: string
}

/** Returns the QR code of a text, with the quiet zone that readers need. */
export function qrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { border: 4 })
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size: rows.length, path }
}
