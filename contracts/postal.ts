/** Postal codes by country; those of other countries are only limited in length. */
export const postalCodes = new Map([
  ['AT', /^\d{4}$/],
  ['BE', /^\d{4}$/],
  ['CH', /^\d{4}$/],
  ['CZ', /^\d{3} ?\d{2}$/],
  ['DE', /^\d{5}$/],
  ['DK', /^\d{4}$/],
  ['ES', /^\d{5}$/],
  ['FR', /^\d{5}$/],
  ['GB', /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i],
  ['IT', /^\d{5}$/],
  ['LI', /^\d{4}$/],
  ['LU', /^\d{4}$/],
  ['NL', /^\d{4} ?[A-Z]{2}$/i],
  ['PL', /^\d{2}-?\d{3}$/],
])

/** The countries that a form offers, ISO 3166-1 alpha-2: Germany and its neighbours first. */
export const countries =
  'DE AT CH LI LU BE NL DK PL CZ FR IT ES GB BG CY EE FI GR HR HU IE IS LT LV MT NO PT RO SE SI SK TR UA US'.split(
    ' ',
  )

/** Banks and the fonts of invoices know Latin letters, with any accents. */
export const latinText = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}\p{Zs}]*$/u

export const phoneNumber = /^\+?[\d ()/-]{5,30}$/
