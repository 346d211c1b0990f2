import { createHash } from 'node:crypto'
import {
  type CryptoKey,
  type JWK,
  SignJWT,
  UnsecuredJWT,
  calculateJwkThumbprint,
  createLocalJWKSet,
  exportJWK,
  exportSPKI,
  generateKeyPair,
} from 'jose'
import type { Clock } from '../clock.ts'

export const issuer = 'https://id.example/'
export const audience = 'https://werkbank.example/api'
const clientId = 'werkbank'

type Claims = Record<string, unknown>
type Header = Record<string, unknown>

/** A small issuer for tests: real keys, tokens good and bad, and browsers that hold a DPoP key. */
export async function testIssuer(clock: Clock) {
  const own = await generateKeyPair('RS256')
  const other = await generateKeyPair('RS512')
  const foreign = await generateKeyPair('RS256')
  const publicJwk: JWK = { ...(await exportJWK(own.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const otherJwk: JWK = { ...(await exportJWK(other.publicKey)), kid: 'k3' }
  const spki = new TextEncoder().encode(await exportSPKI(own.publicKey))
  const seconds = () => Math.floor(clock().getTime() / 1000)

  return { keys: createLocalJWKSet({ keys: [publicJwk, otherJwk] }), token, refused, browser }

  /** A valid access token of `sub`, with changes. */
  function token(claims: Claims = {}, header: Header = {}, key: CryptoKey | Uint8Array = own.privateKey) {
    return new SignJWT(standard(claims))
      .setProtectedHeader({ alg: 'RS256', kid: 'k1', typ: 'at+jwt', ...header })
      .sign(key)
  }

  function standard(claims: Claims): Claims {
    const now = seconds()
    return { iss: issuer, aud: audience, sub: 'auth0|mia', iat: now, exp: now + 600, ...claims }
  }

  /** Every token that must be refused (`facts`: the authorisation matrix), by name; each would otherwise be `claims`. */
  async function refused(claims: Claims): Promise<Record<string, string>> {
    const now = seconds()
    return {
      expired: await token({ ...claims, exp: now - 61 }),
      'not yet valid': await token({ ...claims, nbf: now + 61 }),
      'wrong audience': await token({ ...claims, aud: 'https://other.example/api' }),
      'no audience': await token({ ...claims, aud: undefined }),
      'wrong issuer': await token({ ...claims, iss: 'https://evil.example/' }),
      'issuer without slash': await token({ ...claims, iss: issuer.slice(0, -1) }),
      'no expiry': await token({ ...claims, exp: undefined }),
      'ID token': await token({ ...claims, aud: clientId, nonce: 'n' }, { typ: 'JWT' }),
      'ID token with our audience': await token({ ...claims, nonce: 'n' }, { typ: 'JWT' }),
      'logout token': await token(claims, { typ: 'logout+jwt' }),
      'alg none': new UnsecuredJWT(standard(claims)).encode(),
      'HS256 with the public key': await token(claims, { alg: 'HS256' }, spki),
      'alg not on our list': await token(claims, { alg: 'RS512', kid: 'k3' }, other.privateKey),
      'unknown kid': await token(claims, { kid: 'k2' }, foreign.privateKey),
      'foreign key, our kid': await token(claims, {}, foreign.privateKey),
      'jku header': await token(
        claims,
        { kid: 'k2', jku: 'https://evil.example/jwks.json' },
        foreign.privateKey,
      ),
      'jwk header': await token(
        claims,
        { kid: undefined, jwk: await exportJWK(foreign.publicKey) },
        foreign.privateKey,
      ),
      'unknown crit': await token(claims).then((good) =>
        withHeader(good, { alg: 'RS256', crit: ['x'], x: 1 }),
      ),
      'changed payload': (await token(claims)).replace(
        /\.[^.]+\./,
        `.${encode(standard({ ...claims, sub: 'auth0|x' }))}.`,
      ),
      'bound by a certificate': await token({ ...claims, cnf: { 'x5t#S256': 'x' } }),
      garbage: 'a.b.c',
      'not a token': 'nonsense',
    }
  }

  /** A browser with a DPoP key: binds tokens to it and signs proofs. */
  async function browser() {
    const pair = await generateKeyPair('ES256')
    const jwk = await exportJWK(pair.publicKey)
    const cnf = { jkt: await calculateJwkThumbprint(jwk) }
    return {
      cnf,
      proof(of: { token: string; method: string; url: string }, claims: Claims = {}, header: Header = {}) {
        const ath = createHash('sha256').update(of.token).digest('base64url')
        const usual = { jti: crypto.randomUUID(), iat: seconds(), htm: of.method, htu: of.url, ath }
        return new SignJWT({ ...usual, ...claims })
          .setProtectedHeader({ alg: 'ES256', typ: 'dpop+jwt', jwk, ...header })
          .sign(pair.privateKey)
      },
    }
  }
}

function withHeader(token: string, header: Header): string {
  return token.replace(/^[^.]+/, encode(header))
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
