import { createConnectorClient } from '../../clients/connector.ts'
import type { Clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { createConnector } from '../../services/connector/connector.ts'
import type { WorkshopSystem } from '../../services/connector/workshop-system.ts'

/** The connector to a workshop system as commands have it: with the manage token. */
export function managing(workshop: WorkshopSystem, clock: Clock) {
  const refuse = () => Promise.reject(new Error('Commands call nothing in the name of a member.'))
  return createConnectorClient({
    baseUrl: 'http://connector',
    token: 'manage-token',
    fetch: createConnector({
      workshop,
      serviceTokens: { find: async () => ({ id: 1, abilities: ['manage'] }) },
      verifyAccessToken: refuse,
      findMember: refuse,
      publicUrl: 'http://connector',
      clock,
      log: createLog('silent'),
    }),
    log: () => {},
  })
}
