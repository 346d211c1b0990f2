import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRemoteKeys } from './identity.ts'

const minutes = 60_000
const hours = 60 * minutes
const url = 'https://tenant.example/.well-known/jwks.json'
const silent = { warn: () => {} }

let folder: string
let mode: 'well' | 'away' | 'nonsense' | 'silent'
let asked: number
let token: string

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-01T08:00Z') })
  folder = mkdtempSync(join(tmpdir(), 'werkbank-keys-'))
  mode = 'well'
  asked = 0
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const body = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }] })
  token = await new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey)
  provider = (request) => {
    asked++
    if (mode === 'away') return Promise.reject(new TypeError('fetch failed'))
    if (mode === 'nonsense') return Promise.resolve(new Response('<h1>Maintenance</h1>'))
    if (mode === 'silent') {
      return new Promise((_, reject) =>
        request.signal.addEventListener('abort', () => reject(new Error('timeout'))),
      )
    }
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'application/json' } }))
  }
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

let provider: (request: Request) => Promise<Response>
const open = () =>
  openRemoteKeys({ url, folder, fetch: (request) => provider(request), now: Date.now, log: silent })
const isValid = (keys: JWTVerifyGetKey) =>
  jwtVerify(token, keys).then(
    () => true,
    () => false,
  )
const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

test.each(['away', 'nonsense', 'silent'] as const)(
  'tokens stay valid for a day while the provider is %s, also after a restart',
  async (failure) => {
    const first = open()
    expect(await isValid(first.keys)).toBe(true)
    mode = failure
    pass(11 * minutes)
    expect(await isValid(first.keys)).toBe(true)
    pass(20 * hours)
    expect(await isValid(first.keys)).toBe(true)
    await first.close()
    const restarted = open()
    expect(await isValid(restarted.keys)).toBe(true)
    pass(5 * hours)
    expect(await isValid(restarted.keys)).toBe(false)
    mode = 'well'
    pass(5 * minutes)
    await expect.poll(() => isValid(restarted.keys), { timeout: 20_000 }).toBe(true)
    await restarted.close()
  },
)

test('tokens with unknown keys make no more than one request in half a minute', async () => {
  const { keys, close } = open()
  expect(await isValid(keys)).toBe(true)
  const { privateKey } = await generateKeyPair('RS256')
  for (let number = 0; number < 20; number++) {
    const foreign = new SignJWT({}).setProtectedHeader({ alg: 'RS256', kid: `foreign ${number}` })
    await expect(jwtVerify(await foreign.sign(privateKey), keys)).rejects.toThrow()
  }
  expect(asked).toBe(1)
  await close()
})
