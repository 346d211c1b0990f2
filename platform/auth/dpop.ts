import { createHash } from 'node:crypto'
import { EmbeddedJWK, type JWK, type JWTPayload, calculateJwkThumbprint, errors, jwtVerify } from 'jose'
import { type Nonces, nonceSeconds } from './dpop-nonce.ts'

/** Remembers proofs. `remember` returns false for a known id; safe when two ask at once. */
export interface Replay {
  remember(jti: string, expiresAt: Date): Promise<boolean>
}

export interface ProofCase {
  /** The header `DPoP` as sent. */
  proof: string | null
  token: string
  /** `cnf.jkt` of the token. */
  thumbprint: string
  method: string
  /** Outward address of the request; query and fragment do not count. */
  url: string
  now: Date
  replay: Replay
  nonces: Nonces
}

/** The proof is good, but its clock is wrong and it has no nonce, or its nonce is not valid here. */
export class NonceNeeded extends Error {
  override name = 'NonceNeeded'
}

const proofAlgorithms = ['ES256', 'RS256', 'PS256', 'EdDSA']
/** The tolerance of oidc-provider's token endpoint: a clock that got a token can also use it. */
const windowSeconds = 300

/**
 * Checks a proof of possession as RFC 9449 section 4.3 lists it; the replay check comes last and counts once. A nonce
 * proves its time, so that `iat` may then say anything.
 * @throws JOSEError when the proof does not hold, NonceNeeded when it would with a nonce
 */
export async function verifyProof({
  proof,
  token,
  thumbprint,
  method,
  url,
  now,
  replay,
  nonces,
}: ProofCase): Promise<void> {
  if (!proof || proof.length > 4096) throw new errors.JWTInvalid('no proof')
  const { payload, jkt } = await signed(proof, now)
  const seconds = now.getTime() / 1000
  const madeAt = payload.iat ?? 0
  expect(jkt === thumbprint, 'jkt')
  expect(payload.htm === method, 'htm')
  expect(addressOf(payload.htu) === addressOf(url), 'htu')
  expect(payload.ath === createHash('sha256').update(token).digest('base64url'), 'ath')
  expect(typeof payload.jti === 'string' && payload.jti.length > 0 && payload.jti.length <= 256, 'jti')
  const hasNonce = payload['nonce'] !== undefined
  const isFresh = hasNonce
    ? nonces.isValid(payload['nonce'], now)
    : Math.abs(seconds - madeAt) <= windowSeconds
  if (!isFresh) throw new NonceNeeded(hasNonce ? 'nonce' : 'iat')
  const refusedFrom = hasNonce ? seconds + nonceSeconds : madeAt + windowSeconds
  const expiresAt = new Date((refusedFrom + 1) * 1000)
  expect(await replay.remember(`${jkt}.${payload.jti}`, expiresAt), 'jti')

  function expect(holds: boolean, claim: string): asserts holds {
    if (!holds)
      throw new errors.JWTClaimValidationFailed('proof does not fit', payload, claim, 'check_failed')
  }
}

async function signed(proof: string, now: Date): Promise<{ payload: JWTPayload; jkt: string }> {
  try {
    const { payload, protectedHeader } = await jwtVerify(proof, EmbeddedJWK, {
      typ: 'dpop+jwt',
      algorithms: proofAlgorithms,
      currentDate: now,
      clockTolerance: windowSeconds,
      requiredClaims: ['jti', 'iat', 'htm', 'htu', 'ath'],
    })
    return { payload, jkt: await calculateJwkThumbprint(protectedHeader.jwk as JWK, 'sha256') }
  } catch (cause) {
    // A key that cannot be imported throws what the platform likes; it came with the request all the same.
    throw cause instanceof errors.JOSEError ? cause : new errors.JWTInvalid('unusable proof', { cause })
  }
}

function addressOf(value: unknown): string | null {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url && url.origin + url.pathname
}
