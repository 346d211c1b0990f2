import { createHmac, randomBytes } from 'node:crypto'
import { createServiceTokens } from '../../platform/auth/service-token.ts'
import { parts } from '../../platform/config.ts'
import type { Base } from './base.ts'

/**
 * The tokens that the parts show each other (P5). One that is not configured is random while one process serves
 * everything; several processes derive it from the secret that they share.
 */
export function composeTokens({ config, db, clock, secret }: Base) {
  const keeper = createServiceTokens(db, { clock })
  const isWhole = config.serve.size === parts.length
  const made = (name: string) =>
    isWhole
      ? randomBytes(32).toString('base64url')
      : createHmac('sha256', secret).update(`token:${name}`).digest('base64url')
  const read = config.connector.token ?? made('read')
  const manage = config.connector.manageToken ?? made('manage')
  const backend = config.backend.token ?? made('backend')
  keeper.accept(read, ['read'])
  keeper.accept(manage, ['manage'])
  keeper.accept(backend, ['backend'])
  return { keeper, read, manage, backend }
}
