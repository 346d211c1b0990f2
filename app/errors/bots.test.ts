import { expect, test } from 'vitest'
import { isBot } from './bots.ts'

test.each([
  ['Mozilla/5.0 (compatible; Googlebot/2.1)', true],
  ['Mozilla/5.0 Chrome-Lighthouse', true],
  ['facebookexternalhit/1.1', true],
  ['GOOGLE-Read-Aloud', true],
  ['Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0', false],
  [null, false],
])('T21: %s is a bot: %s', (agent, bot) => expect(isBot(agent)).toBe(bot))
