import type { Labels } from '../../contracts/label.ts'

const map = 'https://www.openstreetmap.org'

/**
 * Returns the address of a map with a mark at the space, where the label group space-address has its coordinates
 * (decimal degrees), otherwise of a search for its street.
 */
export function mapAddress(address: Labels): string {
  const { latitude = '', longitude = '', street, city, 'postal-code': postalCode } = address
  const isKnown = [latitude, longitude].every((degrees) => /^-?\d{1,3}(\.\d+)?$/.test(degrees))
  if (isKnown) return `${map}/?mlat=${latitude}&mlon=${longitude}#map=17/${latitude}/${longitude}`
  const query = [street, postalCode, city].filter(Boolean).join(', ')
  return `${map}/search?${new URLSearchParams({ query })}`
}
