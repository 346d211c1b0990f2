import { expect, test, vi } from 'vitest'
import { systemClock as clock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { plainLines } from '../../platform/log-lines.ts'
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
