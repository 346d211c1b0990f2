/** The forms of VAT ids in the European Union, by their two letters (VIES); Greece writes EL. */
const forms: Record<string, RegExp> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^[1-9]\d{8}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^[A-Z0-9]\d{7}[A-Z0-9]$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z0-9]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-W][A-I]?|\d[A-Z+*]\d{5}[A-W])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SE: /^\d{12}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
}

/** Returns a VAT id as it is stored: capital letters and digits, without spaces, dots and hyphens. */
export function plainVatId(typed: string): string {
  return typed.toUpperCase().replaceAll(/[\s.-]/g, '')
}

/**
 * Returns why a VAT id cannot be one; null when nothing speaks against it.
 * @param typed in any case of letters, with spaces, dots or hyphens
 * @param country where the seller is: other ids need reverse charge, which is not offered
 * @returns `digit` for a wrong check digit (Germany), `foreign` for the id of another country
 */
export function vatIdFault(typed: string, country: string): 'form' | 'digit' | 'foreign' | null {
  const [, letters = '', rest = ''] = /^([A-Z]{2})(.+)$/.exec(plainVatId(typed)) ?? []
  const form = forms[letters]
  if (!form?.test(rest)) return 'form'
  if ((letters === 'EL' ? 'GR' : letters) !== country) return 'foreign'
  return letters === 'DE' && !hasCheckDigit(rest) ? 'digit' : null
}

/** ISO 7064, MOD 11,10. */
function hasCheckDigit(digits: string): boolean {
  let product = 10
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + product) % 10 || 10
    product = (2 * sum) % 11
  }
  return (11 - product) % 10 === Number(digits.at(-1))
}
