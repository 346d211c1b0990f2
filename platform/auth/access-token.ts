import { type JWTPayload, type JWTVerifyGetKey, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import { Problem } from '../../contracts/problem.ts'
import type { Clock } from '../clock.ts'
import { NonceNeeded, type Replay, verifyProof } from './dpop.ts'
import type { Nonces } from './dpop-nonce.ts'
import type { IsEnded } from './token-end.ts'
import type { Userinfo } from './userinfo.ts'

/** The holder of a valid access token. `email` counts only together with `emailVerified`. */
export interface Caller {
  subject: string
  email: string | null
  emailVerified: boolean
}

/**
 * Checks the access token of a request.
 * @throws Problem `unauthorized` with a WWW-Authenticate header that names the reason,
 *   and a `DPoP-Nonce` where a proof needs one, `upstreamUnavailable` when the keys or the e-mail cannot be asked for
 */
export type VerifyAccessToken = (request: Request) => Promise<Caller>

export interface AccessTokenOptions {
  /** Exact `iss`, with its trailing slash where the provider has one. */
  issuer: string
  /** Exact `aud`, alone or as a member of the list that Auth0 issues. Never the client id. */
  audience: string
  /** The issuer's keys; key addresses inside a token (`jku`, `x5u`, `jwk`) are never followed. */
  keys: JWTVerifyGetKey
  clock: Clock
  /**
   * Outward address of path `/` of the requests given here, without trailing slash. A service mounted with its
   * prefix stripped is given the prefix in it (`https://halle9.example/api`): DPoP proofs sign the outward address.
   */
  publicUrl: string
  replay: Replay
  /** The same in all processes. */
  nonces: Nonces
  /** Asked at every request: a token may end before it expires. */
  isEnded: IsEnded
  /** Asked for the e-mail when the token does not carry it. */
  userinfo?: Userinfo
}

const algorithms = ['RS256', 'ES256']
/** A token is asked about again and again: its signature is checked once a minute, its end each time. */
const rememberedMs = 60_000
const rememberedTokens = 2000
const tokenTypes = ['jwt', 'at+jwt', 'application/at+jwt']
const toleranceSeconds = 60
/** RFC 9449 section 6.1. */
const Confirmation = z.object({ jkt: z.string() })

/** A verifier for one issuer, audience and mount point; Bearer (RFC 6750) and DPoP (RFC 9449). No network of its own. */
export function createAccessTokenVerifier(options: AccessTokenOptions): VerifyAccessToken {
  const verify = rememberTokens(options)
  return async (request) => {
    const { scheme, token } = credentials(request)
    const payload = await verify(token, scheme)
    const boundTo = keyThumbprint(payload)
    if (boundTo === null && scheme === 'DPoP')
      throw refusal('DPoP', 'invalid_token', 'token is not bound to a key')
    if (boundTo !== null && scheme === 'Bearer')
      throw refusal('DPoP', 'invalid_token', 'token is bound: use DPoP')
    if (boundTo !== null) await requireProof(request, token, boundTo, options)
    const subject = subjectOf(payload)
    if (await options.isEnded(subject, new Date((payload.iat ?? 0) * 1000)))
      throw refusal(scheme, 'invalid_token', 'ended')
    return callerOf(subject, payload, boundTo === null ? token : null, options.userinfo)
  }
}

function credentials(request: Request): { scheme: Scheme; token: string } {
  const header = request.headers.get('authorization')
  const match = /^(Bearer|DPoP) ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(header ?? '')
  if (!match?.[1] || !match[2])
    throw header ? refusal('Bearer', 'invalid_token', 'not a token') : refusal('Bearer')
  return { scheme: match[1].toLowerCase() === 'dpop' ? 'DPoP' : 'Bearer', token: match[2] }
}

/** Remembers good tokens only, so that bad ones cannot fill it. */
function rememberTokens(options: AccessTokenOptions) {
  const good = new Map<string, { payload: JWTPayload; until: number }>()
  return async (token: string, scheme: Scheme): Promise<JWTPayload> => {
    const now = options.clock().getTime()
    const known = good.get(token)
    if (known && now < known.until) return known.payload
    good.delete(token)
    const payload = await verifyToken(token, scheme, options)
    if (good.size >= rememberedTokens) good.delete(good.keys().next().value ?? '')
    good.set(token, { payload, until: Math.min(now + rememberedMs, Number(payload.exp) * 1000) })
    return payload
  }
}

async function verifyToken(token: string, scheme: Scheme, options: AccessTokenOptions): Promise<JWTPayload> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, options.keys, {
      algorithms,
      issuer: options.issuer,
      audience: options.audience,
      currentDate: options.clock(),
      clockTolerance: toleranceSeconds,
      requiredClaims: ['sub', 'exp'],
    })
    const type = protectedHeader.typ?.toLowerCase()
    // Okta and others omit `typ`; a token with another type (logout+jwt, dpop+jwt) is no access token.
    if (type !== undefined && !tokenTypes.includes(type)) throw new errors.JWTInvalid('not an access token')
    if ('nonce' in payload || 'at_hash' in payload) throw new errors.JWTInvalid('an ID token')
    return payload
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError) || unreachable(cause)) {
      throw new Problem('upstreamUnavailable', { cause })
    }
    throw refusal(scheme, 'invalid_token', reasonOf(cause), cause)
  }
}

function keyThumbprint({ cnf }: JWTPayload): string | null {
  if (cnf === undefined) return null
  const bound = Confirmation.safeParse(cnf)
  if (bound.success) return bound.data.jkt
  // Bound to something that cannot be proven here (a client certificate): never fall back to Bearer.
  throw refusal('DPoP', 'invalid_token', 'bound in an unknown way')
}

async function requireProof(
  request: Request,
  token: string,
  thumbprint: string,
  options: AccessTokenOptions,
) {
  try {
    await verifyProof({
      proof: request.headers.get('dpop'),
      token,
      thumbprint,
      method: request.method,
      url: options.publicUrl + new URL(request.url).pathname,
      now: options.clock(),
      replay: options.replay,
      nonces: options.nonces,
    })
  } catch (cause) {
    if (cause instanceof NonceNeeded) throw nonceRefusal(cause, options.nonces.current(options.clock()))
    if (!(cause instanceof errors.JOSEError)) throw cause
    throw refusal('DPoP', 'invalid_dpop_proof', reasonOf(cause), cause)
  }
}

function subjectOf({ sub }: JWTPayload): string {
  if (typeof sub === 'string' && /^[\x20-\x7e]{1,255}$/.test(sub)) return sub
  throw refusal('Bearer', 'invalid_token', 'sub')
}

async function callerOf(
  subject: string,
  payload: JWTPayload,
  token: string | null,
  userinfo?: Userinfo,
): Promise<Caller> {
  const claimed = emailClaims(payload)
  if (claimed) return { subject, ...claimed }
  // A bound token cannot be passed on: /userinfo would ask for a proof that only the browser can make.
  const asked = userinfo && token ? await userinfo(token, subject) : null
  return { subject, ...(asked ?? { email: null, emailVerified: false }) }
}

/** `email` and `email_verified`, or the same two below one namespace (`https://halle9.example/email`), as in Auth0. */
function emailClaims(payload: JWTPayload): { email: string; emailVerified: boolean } | null {
  const namespaces = Object.keys(payload).flatMap((key) => (key.endsWith('/email') ? [key.slice(0, -5)] : []))
  for (const prefix of ['', ...namespaces.toSorted()]) {
    const email = payload[`${prefix}email`]
    const verified = payload[`${prefix}email_verified`]
    if (typeof email === 'string' && typeof verified === 'boolean') return { email, emailVerified: verified }
  }
  return null
}

type Scheme = 'Bearer' | 'DPoP'

function refusal(scheme: Scheme, error?: string, reason?: string, cause?: unknown): Problem {
  const algs = 'algs="ES256 RS256 PS256 EdDSA"'
  const challenge = error
    ? `${scheme} error="${error}", error_description="${reason}"${scheme === 'DPoP' ? `, ${algs}` : ''}`
    : `Bearer, DPoP ${algs}`
  return new Problem('unauthorized', { cause, headers: { 'www-authenticate': challenge } })
}

/** Asks for the same request with a nonce in its proof (RFC 9449 section 9). */
function nonceRefusal(cause: NonceNeeded, nonce: string): Problem {
  const { headers } = refusal('DPoP', 'use_dpop_nonce', cause.message, cause).options
  return new Problem('unauthorized', { cause, headers: { ...headers, 'dpop-nonce': nonce } })
}

/** Words of our own, because a message of the library may quote the token. */
function reasonOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTExpired) return 'expired'
  if (error instanceof errors.JWTClaimValidationFailed) return `claim ${error.claim}`
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'signature'
  if (error instanceof errors.JOSEAlgNotAllowed) return 'algorithm'
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return 'unknown key'
  return 'not acceptable'
}

/** jose says a failed download of remote keys with its plain base class or a time-out. */
function unreachable(error: errors.JOSEError): boolean {
  return (
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    error.code === errors.JOSEError.code
  )
}
