import { UNSAFE_ErrorResponseImpl as ErrorResponse } from 'react-router'
import { expect, test } from 'vitest'
import { isBot } from './bots.ts'
import { createReport } from './reporting.ts'
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
])('row "App-level errors with status 300 to 499": %s is reported: %s', (status, reported) => {
  const written: object[] = []
  const report = createReport((details, message) => written.push({ ...details, message }))
  const error = status ? new ErrorResponse(status, '', null) : new Error('broken')
  report(error, '/faq')
  expect(written).toEqual(reported ? [{ err: error, path: '/faq', message: 'page failed' }] : [])
})

test('row "Server-side render width default"', () => expect(serverScreenWidth).toBe(1024))
