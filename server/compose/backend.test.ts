import { expect, test, vi } from 'vitest'
import { systemClock as clock } from '../../platform/clock.ts'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log.ts'
import { composeBackend } from './backend.ts'

test.each([
  ['workshop', 'notSupported'],
  ['werkbank', 'upstreamUnavailable'],
])('where %s bills the use, open charges are %s', async (billing, code) => {
  const backend = composeBackend(
    {
      config: readConfig({ USAGE_BILLING: billing }),
      clock,
      log: createLog('silent'),
      secret: Buffer.alloc(32),
    } as never,
    { keeper: {}, backend: 'backend' } as never,
    {
      identity: { verifierAt: vi.fn(), siteName: vi.fn(), replay: {} },
      connector: { manager: { openCharges: () => Promise.reject(new Error('away')) }, findMember: vi.fn() },
      content: { client: {}, pictures: {} },
      payments: { provider: null },
    } as never,
  )
  await expect(backend.ordering.connector.openCharges({ until: '2026-11-30' })).rejects.toMatchObject({
    code,
  })
  await backend.close()
})
