import { expect, test } from 'vitest'
import { withoutSecret } from './secret-path.ts'

test.each([
  ['/webhooks/fabman/secret', '/webhooks/fabman/…'],
  ['/webhooks/fabman/secret/secret', '/webhooks/fabman/…'],
  ['/webhooks/Fabman/secret', '/webhooks/Fabman/…'],
  ['//webhooks//fabman//secret', '//webhooks//fabman/…'],
  ['/WEBHOOKS%2Ffabman%2fsecret', '/WEBHOOKS%2Ffabman/…'],
  ['/webhooks\\fabman%5Csecret', '/webhooks\\fabman/…'],
  ['/calendars/members/1/secret.ics', '/calendars/members/1/…'],
  ['/en/Calendars//members%2F1/secret.ics', '/en/Calendars//members%2F1/…'],
  ['/connector/v1/fabman/calendars/spaces/1/secret', '/connector/v1/fabman/calendars/spaces/1/…'],
  ['/u/login/secret', '/u/login/…'],
  ['/authorize/secret', '/authorize/…'],
])('%s is logged as %s', (path, logged) => expect(withoutSecret(path)).toBe(logged))

test.each(['/', '/webhooks/storyblok', '/webhooks/fabman', '/calendars/members/1', '/booking/secret'])(
  '%s holds no secret',
  (path) => expect(withoutSecret(path)).toBe(path),
)

test('takes no time that grows with the square of the path', () => {
  for (const path of [
    '/calendars'.repeat(20_000),
    `/calendars${'/'.repeat(100_000)}`,
    `/calendars/a/${'%2'.repeat(100_000)}`,
  ])
    expect(withoutSecret(path).length).toBeGreaterThan(0)
})
