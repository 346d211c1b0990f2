import { expect, test } from 'vitest'
import { isBot } from './bots.ts'
import { isReported } from './reporting.ts'
import { serverScreenWidth } from './screen-width.ts'

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1)', true],
  ['Mozilla/5.0 Chrome-Lighthouse', true],
  ['facebookexternalhit/1.1', true],
  ['GOOGLE-Read-Aloud', true],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', false],
  [null, false],
])('row "error screen not for crawlers": %s → %s', (agent, bot) => expect(isBot(agent)).toBe(bot))

test.each([
  [299, true],
  [300, false],
  [404, false],
  [499, false],
  [500, true],
  [undefined, true],
])('row "App-level errors with status 300 to 499": %s is reported: %s', (status, reported) =>
  expect(isReported(status)).toBe(reported),
)

test('row "Server-side render width default"', () => expect(serverScreenWidth).toBe(1024))
