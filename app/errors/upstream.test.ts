import { describe, expect, test, vi } from 'vitest'
import { StoreError, storeErrorOf } from '../../clients/store-error.ts'
import * as booking from '../routes/booking.tsx'
import * as bookingDay from '../routes/booking-day.tsx'
import * as bookingTime from '../routes/booking-time.tsx'
import * as checkIn from '../routes/check-in.tsx'
import { now } from '../booking/booking.fixture.ts'
import { askPage } from './page-request.fixture.tsx'
import { upstreamFailure } from './upstream.ts'

/** Services whose connector fails with an error. */
function failing(error: Error) {
  const fail = async () => {
    throw error
  }
  const connector = { spaces: fail, equipment: fail, equipmentItem: fail, bookings: fail }
  const content = { storiesOfType: async () => [], allAddresses: async () => [] }
  return {
    connector,
    content,
    connectorWithAge: () => connector,
    labels: async () => ({ 'machine-types': {} }),
    now: () => now,
  }
}

const pages = [
  ['/booking', 'en?/booking', booking],
  ['/booking/day', 'en?/booking/day', bookingDay],
  ['/en/booking/time', 'en?/booking/time', bookingTime],
  ['/check-in/1', 'en?/check-in/:machine', checkIn],
] as const

describe.each(pages)(
  '%s shows the status and the message of the service behind it',
  (path, pattern, module) => {
    test.each([
      [401, '{"message":"Server sagt nein."}', 'Server sagt nein.', 0],
      [422, '{"message":"Server sagt nein."}', 'Server sagt nein.', 0],
      [500, '{"message":"Kaputt."}', 'Kaputt.', 1],
      [500, '<h1>Error</h1>', 'Fehler: 500', 1],
      [422, '', 'Fehler: 422', 0],
    ])('%s %s', async (status, body, message, reports) => {
      const error = await storeErrorOf(new Response(body, { status }))
      const { response, text, logged } = await askPage(path, pattern, module, failing(error))
      expect(response.status).toBe(status)
      expect(text).toContain(`<h2>error# ${status}</h2><p>${message}</p>`)
      expect(logged).toEqual(reports === 0 ? [] : [{ err: error, path }])
    })
  },
)

test('other errors are 500 and reported', async () => {
  const bug = new TypeError('secret')
  const { response, text, logged } = await askPage('/booking', 'en?/booking', booking, failing(bug))
  expect(response.status).toBe(500)
  expect(text).toContain('<h2>error# 500</h2><p>Unerwarteter Fehler</p>')
  expect(logged).toEqual([bug])
})

test('a redirect of a service is 502; an outage says when to try again, and is not reported', async () => {
  const { response } = await askPage(
    '/check-in/1',
    'en?/check-in/:machine',
    checkIn,
    failing(new StoreError(304, null)),
  )
  expect(response.status).toBe(502)
  const error = vi.fn()
  const failed = upstreamFailure({ log: { error } }, { pathname: '/events' })
  const answer = { init: { status: 503, headers: { 'retry-after': '30' } } }
  await expect(Promise.reject(new StoreError(503, null)).catch(failed)).rejects.toMatchObject(answer)
  expect(error).not.toHaveBeenCalled()
})
