import { expect, test } from 'vitest'
import { certificateState, shortName } from './certificate.ts'

test.each([
  ['valid', { until: '2026-12-02' }],
  ['valid', { until: '2026-12-01' }],
  ['valid', { until: null }],
  ['ended', { until: '2026-11-30' }],
  ['revoked', { until: '2026-12-02', isRevoked: true }],
  ['revoked', { until: '2026-11-30', isRevoked: true }],
  ['revoked', { until: null, isRevoked: true }],
] as const)('a certificate is %s on 1 December with %o', (state, facts) =>
  expect(certificateState({ isRevoked: false, ...facts }, '2026-12-01')).toBe(state),
)

test.each([
  ['Ada Berg', 'Ada B.'],
  ['Ada Maria von Berg', 'Ada B.'],
  ['  Émile   özdemir ', 'Émile Ö.'],
  ['Ada 𝒜lpha', 'Ada 𝒜.'],
  ['Prince', 'Prince'],
  ['', ''],
])('of %j the page shows %j', (name, shown) => expect(shortName(name)).toBe(shown))
