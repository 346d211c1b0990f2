import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testIssuer } from '../../platform/auth/access-token.fixture.ts'
import {
  pkce,
  signIn,
  startIdentity,
  TestBrowser,
  type TestIdentity,
  tokenRequest,
} from './identity.fixture.ts'

let world: TestIdentity
let key: Awaited<ReturnType<Awaited<ReturnType<typeof testIssuer>>['browser']>>
beforeAll(async () => {
  world = await startIdentity({ dpop: true })
  key = await (await testIssuer(() => new Date())).browser()
})
afterAll(() => world.close())

const proof = () => key.proof({ token: '', method: 'POST', url: `${world.origin}/oauth/token` })

async function codeRequest() {
  const code = pkce()
  const callback = await signIn(world, new TestBrowser(world.origin), code)
  return {
    grant_type: 'authorization_code',
    code: callback.searchParams.get('code') ?? '',
    code_verifier: code.verifier,
    redirect_uri: `${world.origin}/me`,
  }
}

test('a token without proof of a key is not issued, neither for a code nor for a refresh token', async () => {
  const refused = { status: 400, error: 'invalid_grant' }
  expect(await tokenRequest(world, await codeRequest())).toMatchObject(refused)
  const tokens = await tokenRequest(world, await codeRequest(), { dpop: await proof() })
  const again = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
  expect(await tokenRequest(world, again)).toMatchObject(refused)
  expect(await tokenRequest(world, again, { dpop: await proof() })).toMatchObject({ status: 200 })
})

test('a token with proof is bound to its key', async () => {
  const tokens = await tokenRequest(world, await codeRequest(), { dpop: await proof() })
  expect(tokens).toMatchObject({ status: 200, token_type: 'DPoP' })
  expect(decodeJwt(tokens.access_token)['cnf']).toEqual(key.cnf)
})
