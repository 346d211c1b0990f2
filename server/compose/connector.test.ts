import { expect, test, vi } from 'vitest'
import { systemClock as clock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { plainLines } from '../../platform/log-lines.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import { aSpace } from '../../app/booking/booking.fixture.ts'
import { composeConnector } from './connector.ts'

test('V2: an operator reads in plain lines which answer of the connector does not fit', async () => {
  const lines: string[] = []
  const connector = composeConnector(
    {
      config: readConfig({ CONNECTOR_URL: 'http://127.0.0.1:1/connector/v1' }),
      clock,
      log: createLog(
        'warn',
        plainLines((text) => lines.push(text)),
      ),
      upstreams: { watched: () => async () => Response.json([{ id: 1 }]) },
    } as never,
    { keeper: {}, read: 'read', manage: 'manage' } as never,
    { verifierAt: vi.fn() } as never,
    { workshop: {}, cache: {}, bookingsSeconds: () => 60 } as never,
  )
  await expect(connector.manager.spaces()).rejects.toThrow('Validation failed for space data.')
  expect(lines.join('')).toContain('unexpected answer of the connector: Validation failed for space data.')
})

test('after a write to the workshop system somebody who was no member is asked for at once', async () => {
  const { db, close } = await testDatabase()
  const asked: string[] = []
  const elsewhere = async ({ method, url }: Request) => {
    asked.push(`${method} ${new URL(url).pathname}`)
    return Response.json(url.includes('/spaces') ? [aSpace()] : [])
  }
  const connector = composeConnector(
    {
      config: readConfig({ CONNECTOR_URL: 'http://127.0.0.1:1/connector/v1' }),
      db,
      clock,
      log: createLog('silent'),
      upstreams: { watched: () => elsewhere },
    } as never,
    { keeper: {}, read: 'read', manage: 'manage' } as never,
    { verifierAt: vi.fn() } as never,
    { workshop: {}, cache: {}, bookingsSeconds: () => 60 } as never,
  )
  const look = () =>
    connector.findMember({ subject: 'auth0|ida', email: 'ida@example.org', emailVerified: true })
  const looks = () => asked.filter((each) => each === 'GET /connector/v1/fabman/members').length
  expect([await look(), await look(), looks()]).toEqual([null, null, 1])
  await connector.manager.acceptOffer(1, () => ({})).catch(() => null)
  expect([await look(), looks()]).toEqual([null, 2])
  await close()
})
