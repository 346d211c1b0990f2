import { createCipheriv, createDecipheriv, generateKeyPair, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { createKeyStore, type KeyRow } from './keys.store.ts'

/** A new key is published this long before it signs: verifiers may cache the old key set for an hour. */
export const publishAheadSeconds = 3600
/** No token outlives its signing key by more: the ID token's hour, and another for slow clocks. */
export const keepAfterSeconds = 7200

export interface SigningKeys {
  /** Returns private keys, the signing one first. Creates the first key; deletes keys that no valid token needs. */
  load(): Promise<JWK[]>
  /** Adds a key: published at once, signing after `publishAheadSeconds`. */
  rotate(): Promise<void>
}

/**
 * RS256 signing keys, sealed in the database with AES-256-GCM under a key derived from the secret.
 * @param secret at least 32 bytes, the same in every process
 */
export function createSigningKeys(db: Database, secret: Buffer, clock: Clock): SigningKeys {
  const store = createKeyStore(db)
  const sealingKey = derive(secret, 'identity-keys')

  return {
    async load() {
      if ((await store.all()).length === 0) await store.addFirst(await newKey(sealingKey, clock()))
      const { kept, outdated, signing } = sortOut(await store.all(), clock().getTime())
      await store.remove(outdated.map((row) => row.kid))
      return [signing, ...kept.filter((row) => row !== signing)].map((row) => unseal(sealingKey, row))
    },
    async rotate() {
      await store.add(await newKey(sealingKey, clock()))
    },
  }
}

/** Derives 32 bytes for one purpose from the secret (HKDF-SHA-256). */
export function derive(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', `werkbank ${purpose}`, 32))
}

/** @param rows oldest first, at least one */
function sortOut(rows: KeyRow[], now: number) {
  const signsFrom = (row: KeyRow) => row.createdAt.getTime() + publishAheadSeconds * 1000
  const signing = rows.findLast((row) => signsFrom(row) <= now) ?? rows[0]
  if (!signing) throw new Error('There is no signing key')
  const isOutdated = (_: KeyRow, index: number) => {
    const successor = rows[index + 1]
    return successor !== undefined && signsFrom(successor) + keepAfterSeconds * 1000 < now
  }
  const outdated = rows.filter(isOutdated)
  return { signing, outdated, kept: rows.filter((row) => !outdated.includes(row)) }
}

async function newKey(sealingKey: Buffer, createdAt: Date): Promise<KeyRow> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const jwk = privateKey.export({ format: 'jwk' }) as JWK
  const kid = await calculateJwkThumbprint(jwk)
  return { kid, sealed: seal(sealingKey, { ...jwk, kid, alg: 'RS256', use: 'sig' }, kid), createdAt }
}

function seal(sealingKey: Buffer, jwk: JWK, kid: string): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', sealingKey, nonce).setAAD(Buffer.from(kid))
  const text = Buffer.concat([cipher.update(JSON.stringify(jwk)), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text])
}

function unseal(sealingKey: Buffer, { kid, sealed }: KeyRow): JWK {
  try {
    const decipher = createDecipheriv('aes-256-gcm', sealingKey, sealed.subarray(0, 12))
    decipher.setAAD(Buffer.from(kid)).setAuthTag(sealed.subarray(12, 28))
    const text = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()])
    return JSON.parse(text.toString()) as JWK
  } catch (cause) {
    throw new Error(
      'The stored signing keys do not open with this SECRET. Give the former SECRET back, ' +
        'or delete the rows of identity_key, which signs everybody out.',
      { cause },
    )
  }
}
