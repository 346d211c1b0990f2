import type { IncomingMessage, ServerResponse } from 'node:http'
import { createLocalJWKSet, type JSONWebKeySet, type JWK, type JWTVerifyGetKey } from 'jose'
import type { Provider } from 'oidc-provider'
import type { Log } from '../../platform/log.ts'
import type { SigningKeys } from './keys.ts'

const pollMs = 60_000

export interface Rotation {
  provider(): Provider
  handle(req: IncomingMessage, res: ServerResponse): void
  keys: JWTVerifyGetKey
  jwks(): JSONWebKeySet
  /** Adds a key and publishes it. */
  rotate(): Promise<void>
  /** Loads changes by other processes and by time. Runs every minute by itself. */
  refresh(): Promise<void>
  stop(): void
}

interface RotationOptions {
  signingKeys: SigningKeys
  build: (keys: JWK[]) => Provider
  log: Log
}

/** The provider of the present keys. Its keys are fixed, so a change of keys replaces it (5 ms). */
export async function startRotation({ signingKeys, build, log }: RotationOptions): Promise<Rotation> {
  const instanceOf = (keys: JWK[]) => {
    const provider = build(keys)
    const jwks = { keys: keys.map(publicPart) }
    return {
      order: orderOf(keys),
      provider,
      handle: provider.callback(),
      jwks,
      find: createLocalJWKSet(jwks),
    }
  }
  let current = instanceOf(await signingKeys.load())

  const refresh = async () => {
    const keys = await signingKeys.load()
    if (orderOf(keys) !== current.order) current = instanceOf(keys)
  }
  const timer = setInterval(() => {
    refresh().catch((error: unknown) => log.error({ service: 'identity', err: error }, 'keys not refreshed'))
  }, pollMs).unref()

  return {
    provider: () => current.provider,
    handle: (req, res) => void current.handle(req, res),
    keys: (header, token) => current.find(header, token),
    jwks: () => current.jwks,
    async rotate() {
      await signingKeys.rotate()
      await refresh()
    },
    refresh,
    stop: () => clearInterval(timer),
  }
}

function publicPart({ kty, n, e, kid, alg, use }: JWK): JWK {
  return { kty, n, e, kid, alg, use }
}

function orderOf(keys: JWK[]): string {
  return keys.map((key) => key.kid).join(' ')
}
