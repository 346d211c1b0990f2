import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { createServiceTokenStore } from './service-token.store.ts'

/** Abilities of a token: `read` and `manage` at the connector, `backend` at the product backend. */
export type Ability = 'read' | 'manage' | 'backend'

export interface ServiceTokens {
  /** The service token of a request, null when there is none or it does not count. `id` 0: a configured token. */
  find(request: Request): Promise<{ id: number; abilities: string[] } | null>
}

/** The fields of a token that may be shown; never its secret. */
interface ServiceTokenEntry {
  id: number
  name: string
  abilities: string[]
  createdAt: Date
  revokedAt: Date | null
  /** To the hour. */
  lastUsedAt: Date | null
}

export interface ServiceTokenKeeper extends ServiceTokens {
  /** Creates a token and returns it as `{id}|{secret}`, the only time it can be seen. */
  create(name: string, abilities: Ability[]): Promise<string>
  list(): Promise<ServiceTokenEntry[]>
  /** @returns false when there is no such valid token */
  revoke(id: number): Promise<boolean>
  /** Takes a configured or random token of any form, in memory only. */
  accept(token: string, abilities: Ability[]): void
}

const longestToken = 512

/** Tokens of kind `sanctum` (P4): `{id}|{secret}`, of which only the SHA-256 is stored. */
export function createServiceTokens(
  db: Database,
  { clock, random = randomBytes }: { clock: Clock; random?: (bytes: number) => Buffer },
): ServiceTokenKeeper {
  const store = createServiceTokenStore(db)
  const accepted: { hash: Buffer; abilities: Ability[] }[] = []

  return {
    async find(request) {
      const token = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
      if (!token || token.length > longestToken) return null
      return findAccepted(token) ?? (await findStored(token))
    },
    async create(name, abilities) {
      const secret = random(32).toString('base64url')
      const id = await store.add({ name, abilities, tokenHash: sha256(secret), createdAt: clock() })
      return `${id}|${secret}`
    },
    list: () => store.all(),
    revoke: (id) => store.revoke(id, clock()),
    accept(token, abilities) {
      if (!/^\S{1,512}$/.test(token))
        throw new Error('A configured service token has 1 to 512 characters and no spaces')
      accepted.push({ hash: sha256(token), abilities })
    },
  }

  function findAccepted(token: string) {
    const hash = sha256(token)
    const found = accepted.find((one) => timingSafeEqual(one.hash, hash))
    return found ? { id: 0, abilities: [...found.abilities] } : null
  }

  async function findStored(token: string) {
    const [, id, secret] = /^([1-9]\d{0,8})\|([\w-]+)$/.exec(token) ?? []
    if (!id || !secret) return null
    const row = await store.valid(Number(id))
    if (!row || !timingSafeEqual(row.tokenHash, sha256(secret))) return null
    await store.touch(row.id, clock())
    return { id: row.id, abilities: row.abilities }
  }
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
