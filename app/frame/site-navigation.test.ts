import { expect, test } from 'vitest'
import { isCurrent } from './site-navigation.tsx'

test.each([
  ['/kurse', '/kurse', 'de', true],
  ['/kurse', '/kurse/laser-einweisung', 'de', true],
  ['/kurse', '/events', 'de', true],
  ['/kurse', '/events/6-laser', 'de', true],
  ['/en/courses', '/en/events', 'en', true],
  ['/kurse', '/kursexperten', 'de', false],
  ['/maschinen', '/events', 'de', false],
] as const)('%s is current at %s in %s: %s', (href, pathname, locale, current) =>
  expect(isCurrent(href, pathname, locale)).toBe(current),
)
