import { expect, test } from 'vitest'
import { mapAddress } from './map-address.ts'

const street = { street: 'Am alten Drehwerk 9', 'postal-code': '51063', city: 'Köln' }
const search = 'https://www.openstreetmap.org/search?query=Am+alten+Drehwerk+9%2C+51063%2C+K%C3%B6ln'

test.each([
  [
    { latitude: '50.96230', longitude: '-7.01270' },
    'https://www.openstreetmap.org/?mlat=50.96230&mlon=-7.01270#map=17/50.96230/-7.01270',
  ],
  [{}, search],
  [{ latitude: '50.9' }, search],
  [{ latitude: '50.9', longitude: '7&layers=x' }, search],
])('the map of %j is %s', (place, href) => expect(mapAddress({ ...street, ...place })).toBe(href))
