import { errors } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { Problem } from '../../contracts/problem.ts'
import { type AccessTokenOptions, createAccessTokenVerifier } from './access-token.ts'
import { audience, issuer, testIssuer } from './access-token.fixture.ts'
import { createNonces } from './dpop-nonce.ts'
import { createUserinfo } from './userinfo.ts'

const now = new Date('2026-11-21T10:00:00Z')
const seconds = now.getTime() / 1000
const clock = () => now
const mia = { email: 'mia@example.org', email_verified: true }
let id: Awaited<ReturnType<typeof testIssuer>>

beforeAll(async () => {
  id = await testIssuer(clock)
})

const nonces = createNonces(Buffer.alloc(32, 1))

function verifier(change: Partial<AccessTokenOptions> = {}) {
  const { clock: time = clock } = change
  const used = new Map<string, Date>()
  const remember = async (jti: string, expiresAt: Date) => {
    const until = used.get(jti)
    if (until && until > time()) return false
    used.set(jti, expiresAt)
    return true
  }
  const publicUrl = 'https://werkbank.example/api'
  return createAccessTokenVerifier({
    issuer,
    audience,
    keys: id.keys,
    clock,
    publicUrl,
    replay: { remember },
    nonces,
    isEnded: async () => false,
    ...change,
  })
}

function request(authorization?: string, dpop?: string, method = 'GET') {
  const headers = new Headers()
  if (authorization) headers.set('authorization', authorization)
  if (dpop) headers.set('dpop', dpop)
  return new Request('http://inside/member/get?memberId=1', { headers, method })
}

/** The nonce that a refusal offers; null when it offers none. */
async function offered(attempt: Promise<unknown>): Promise<string | null> {
  const problem = await attempt.then(() => null).catch((error: unknown) => error)
  return problem instanceof Problem ? (problem.options.headers?.['dpop-nonce'] ?? null) : null
}

async function challenge(attempt: Promise<unknown>): Promise<string> {
  const problem = await attempt.then(
    () => 'accepted',
    (error: unknown) => error,
  )
  if (!(problem instanceof Problem) || problem.code !== 'unauthorized') return String(problem)
  return problem.options.headers?.['www-authenticate'] ?? 'no challenge'
}

describe('a Bearer token', () => {
  test('names its caller', async () => {
    const caller = await verifier()(request(`Bearer ${await id.token(mia)}`))
    expect(caller).toEqual({ subject: 'auth0|mia', email: 'mia@example.org', emailVerified: true })
  })

  test.each([
    [
      'Auth0 lists its own /userinfo as second audience',
      { aud: [audience, 'https://id.example/userinfo'] },
      {},
    ],
    ['typ JWT', {}, { typ: 'JWT' }],
    ['without typ', {}, { typ: undefined }],
    ['expired 59 s ago', { exp: seconds - 59 }, {}],
    ['valid in 59 s', { nbf: seconds + 59 }, {}],
  ])('is accepted: %s', async (_, claims, header) => {
    const caller = await verifier()(request(`Bearer ${await id.token({ ...mia, ...claims }, header)}`))
    expect(caller.subject).toBe('auth0|mia')
  })

  test('is refused when the tokens of its subject from its time have ended, also while it is remembered', async () => {
    const asked: [string, Date][] = []
    let ended = false
    const verify = verifier({
      isEnded: async (...about) => {
        asked.push(about)
        return ended
      },
    })
    const token = await id.token({ ...mia, iat: seconds - 60 })
    await verify(request(`Bearer ${token}`))
    ended = true
    expect(await challenge(verify(request(`Bearer ${token}`)))).toContain('error_description="ended"')
    expect(asked).toEqual(Array.from({ length: 2 }, () => ['auth0|mia', new Date((seconds - 60) * 1000)]))
  })

  test('is checked once a minute, and its end each time', async () => {
    let time = now
    const keys = vi.fn(id.keys)
    const verify = verifier({ clock: () => time, keys })
    const good = request(`Bearer ${await id.token({ ...mia, exp: seconds + 90 })}`)
    await verify(good)
    time = new Date(now.getTime() + 59_000)
    await verify(good)
    expect(keys).toHaveBeenCalledTimes(1)
    time = new Date(now.getTime() + 61_000)
    await verify(good)
    expect(keys).toHaveBeenCalledTimes(2)
    // A minute of tolerance after its end, as without memory.
    time = new Date(now.getTime() + 151_000)
    expect(await challenge(verify(good))).toContain('expired')
  })

  test('is refused when anything about it is wrong, and the challenge says so', async () => {
    const refused = await id.refused(mia)
    for (const [name, token] of Object.entries(refused)) {
      expect(await challenge(verifier()(request(`Bearer ${token}`))), name).toMatch(/error="invalid_token"/)
    }
    expect(await challenge(verifier()(request(`Bearer ${refused.expired}`)))).toContain('expired')
  })

  test('is missed with a challenge without an error (RFC 6750 section 3.1)', async () => {
    expect(await challenge(verifier()(request()))).toMatch(/^Bearer, DPoP algs=/)
    expect(await challenge(verifier()(request('Basic eDp5')))).toContain('invalid_token')
  })

  test('is not blamed when the keys cannot be had', async () => {
    const timeout = verifier({ keys: () => Promise.reject(new errors.JWKSTimeout()) })
    const refused = verifier({ keys: () => Promise.reject(new TypeError('fetch failed')) })
    const token = await id.token(mia)
    await expect(timeout(request(`Bearer ${token}`))).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    await expect(refused(request(`Bearer ${token}`))).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  })
})

describe('the e-mail', () => {
  test.each([
    [
      'namespaced',
      { 'https://x.example/email': 'a@b.c', 'https://x.example/email_verified': true },
      'a@b.c',
      true,
    ],
    ['of two namespaces is never mixed', { 'a/email': 'a@b.c', 'b/email_verified': true }, null, false],
    ['verified as text is not verified', { email: 'a@b.c', email_verified: 'true' }, null, false],
    ['unverified', { email: 'a@b.c', email_verified: false }, 'a@b.c', false],
    ['missing', {}, null, false],
  ])('%s', async (_, claims, email, emailVerified) => {
    const caller = await verifier()(request(`Bearer ${await id.token(claims)}`))
    expect(caller).toEqual({ subject: 'auth0|mia', email, emailVerified })
  })

  test('is asked for once per subject at /userinfo, and only believed about that subject', async () => {
    const fetch = vi.fn(async () => Response.json({ sub: 'auth0|mia', ...mia }))
    const verify = verifier({ userinfo: createUserinfo({ url: 'https://id.example/userinfo', fetch }) })
    for (const _ of [1, 2]) {
      const caller = await verify(request(`Bearer ${await id.token()}`))
      expect(caller).toMatchObject({ email: 'mia@example.org', emailVerified: true })
    }
    expect(fetch).toHaveBeenCalledTimes(1)
    const other = await verify(request(`Bearer ${await id.token({ sub: 'auth0|tom' })}`))
    expect(other).toEqual({ subject: 'auth0|tom', email: null, emailVerified: false })
  })

  test('that cannot be asked for is no reason to refuse the token', async () => {
    const userinfo = createUserinfo({
      url: 'https://id.example/userinfo',
      fetch: async () => new Response('', { status: 502 }),
    })
    const attempt = verifier({ userinfo })(request(`Bearer ${await id.token()}`))
    await expect(attempt).rejects.toMatchObject({ code: 'upstreamUnavailable' })
  })
})

describe('a DPoP-bound token', () => {
  const url = 'https://werkbank.example/api/member/get'

  async function bound() {
    const browser = await id.browser()
    const token = await id.token({ ...mia, cnf: browser.cnf })
    return { browser, token, of: { token, method: 'GET', url } }
  }

  test('is accepted with its proof, once', async () => {
    const { browser, token, of } = await bound()
    const proof = await browser.proof(of)
    const verify = verifier()
    expect(await verify(request(`DPoP ${token}`, proof))).toMatchObject({ subject: 'auth0|mia' })
    expect(await challenge(verify(request(`DPoP ${token}`, proof)))).toMatch(
      /^DPoP error="invalid_dpop_proof".*jti/,
    )
  })

  test('is refused as Bearer, and an unbound one as DPoP', async () => {
    const { browser, token, of } = await bound()
    expect(await challenge(verifier()(request(`Bearer ${token}`, await browser.proof(of))))).toMatch(
      /invalid_token/,
    )
    const unbound = await id.token(mia)
    const proof = await browser.proof({ ...of, token: unbound })
    expect(await challenge(verifier()(request(`DPoP ${unbound}`, proof)))).toMatch(/invalid_token/)
  })

  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['htm', { htm: 'POST' }, {}],
    ['htu', { htu: 'https://werkbank.example/member/get' }, {}],
    ['htu', { htu: 'https://evil.example/api/member/get' }, {}],
    ['htu', { htu: 7 }, {}],
    ['ath', { ath: 'x' }, {}],
    ['iat', { iat: undefined }, {}],
    ['jti', { jti: undefined }, {}],
    ['jti', { jti: 'x'.repeat(257) }, {}],
    ['', {}, { typ: 'JWT' }],
    ['', {}, { jwk: undefined }],
    ['', {}, { jwk: { kty: 'oct', k: 'AAAA' } }],
    ['', {}, { jwk: { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA' } }],
    ['', {}, { jwk: { kty: 'EC', crv: 'P-256', x: '__proto__', y: null } }],
  ])('is refused when the proof has a wrong %s: %o %o', async (claim, claims, header) => {
    const { browser, token, of } = await bound()
    const said = await challenge(
      verifier()(request(`DPoP ${token}`, await browser.proof(of, claims, header))),
    )
    expect(said).toMatch(/^DPoP error="invalid_dpop_proof"/)
    expect(said).toContain(claim)
  })

  describe('by a clock that is wrong', () => {
    const wrong = [-301, 301, -600, 600, -40 * 365 * 86_400, 40 * 365 * 86_400]

    test.each(wrong)('by %d s is asked for a nonce, and accepted with it', async (off) => {
      const { browser, token, of } = await bound()
      const verify = verifier()
      const proof = (claims = {}) => browser.proof(of, { iat: seconds + off, ...claims })
      const ask = async (claims = {}) => verify(request(`DPoP ${token}`, await proof(claims)))
      expect(await challenge(ask())).toMatch(/^DPoP error="use_dpop_nonce", error_description="iat", algs=/)
      const nonce = await offered(ask())
      expect(nonce).not.toBeNull()
      expect(await ask({ nonce })).toMatchObject({ subject: 'auth0|mia' })
    })

    test('is asked for another nonce when its own is old, foreign or none at all', async () => {
      const { browser, token, of } = await bound()
      const before = (ms: number) => nonces.current(new Date(now.getTime() - ms))
      const ask = async (nonce: unknown) =>
        verifier()(request(`DPoP ${token}`, await browser.proof(of, { iat: seconds - 600, nonce })))
      expect(await ask(before(150_000))).toMatchObject({ subject: 'auth0|mia' })
      const foreign = createNonces(Buffer.alloc(32, 2)).current(now)
      for (const nonce of [before(300_000), before(-300_000), foreign, '', 'x', 7, null, ['x']]) {
        expect(await challenge(ask(nonce)), String(nonce)).toContain('error="use_dpop_nonce"')
        expect(await offered(ask(nonce))).toBe(nonces.current(now))
      }
    })

    test('with a right clock and a nonce that is not valid is refused, too', async () => {
      const { browser, token, of } = await bound()
      const attempt = verifier()(request(`DPoP ${token}`, await browser.proof(of, { nonce: 'x' })))
      expect(await challenge(attempt)).toContain('error="use_dpop_nonce"')
    })

    test('gets no nonce for a proof that does not fit, nor for a replayed one', async () => {
      const { browser, token, of } = await bound()
      const verify = verifier()
      const foreign = await (await id.browser()).proof(of, { iat: seconds - 600 })
      expect(await offered(verify(request(`DPoP ${token}`, foreign)))).toBeNull()
      const proof = await browser.proof(of, { iat: seconds - 600, nonce: nonces.current(now) })
      await verify(request(`DPoP ${token}`, proof))
      const replayed = () => verify(request(`DPoP ${token}`, proof))
      expect(await challenge(replayed())).toMatch(/^DPoP error="invalid_dpop_proof".*jti/)
      expect(await offered(replayed())).toBeNull()
    })

    test('cannot replay a proof while its nonce is valid, whatever its iat', async () => {
      const { browser } = await bound()
      const token = await id.token({ ...mia, cnf: browser.cnf })
      let time = now
      const verify = verifier({ clock: () => time })
      const of = { token, method: 'GET', url }
      const nonce = nonces.current(new Date(now.getTime() + 150_000))
      const proof = await browser.proof(of, { iat: seconds - 86_400, nonce })
      await verify(request(`DPoP ${token}`, proof))
      const said = new Set<string>()
      for (let passed = 0; passed <= 600; passed += 10) {
        time = new Date(now.getTime() + passed * 1000)
        said.add(/error="(\w+)"/.exec(await challenge(verify(request(`DPoP ${token}`, proof))))?.[1] ?? '')
      }
      expect([...said]).toEqual(['invalid_dpop_proof', 'use_dpop_nonce'])
    })
  })

  test('ignores query and fragment of htu (RFC 9449 section 4.3)', async () => {
    const { browser, token, of } = await bound()
    const proof = await browser.proof({ ...of, url: `${url}?memberId=1#x` })
    expect(await verifier()(request(`DPoP ${token}`, proof))).toMatchObject({ subject: 'auth0|mia' })
  })

  test('is refused without a proof, with a private key in it, and with the proof of another browser', async () => {
    const { token, of } = await bound()
    const other = await id.browser()
    expect(await challenge(verifier()(request(`DPoP ${token}`)))).toMatch(/invalid_dpop_proof/)
    expect(await challenge(verifier()(request(`DPoP ${token}`, await other.proof(of))))).toMatch(/jkt/)
    const leaked = { kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', d: 'AA' }
    expect(
      await challenge(verifier()(request(`DPoP ${token}`, await other.proof(of, {}, { jwk: leaked })))),
    ).toMatch(/invalid_dpop_proof/)
  })
})
