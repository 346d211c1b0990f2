import { createChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Challenge, passwordMinLength } from '../../../contracts/registration.ts'
import * as commonPasswords from '../../../platform/auth/common-passwords.ts'
import { createReplay } from '../../../platform/auth/replay.store.ts'
import { now, openServices, origin } from '../../../tests/services.fixture.ts'
import { payloadOf, solutionOf } from './challenge.fixture.ts'
import { createChallenges } from './challenge.ts'

let world: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  world = await openServices()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.db.deleteFrom('rateLimit').execute()
  world.signedUp.length = 0
})

const password = 'ein langer neuer Satz'

async function askChallenge(address = 'a') {
  const response = await world.fetch(
    new Request(`${origin}/api/altcha`, { headers: { 'x-test-address': address } }),
  )
  return { response, challenge: (await response.json()) as Challenge }
}

async function solved() {
  const challenge = Challenge.parse((await askChallenge()).challenge)
  return { challenge, solution: await solutionOf(challenge) }
}

function register(body: object, address = 'a', headers = {}) {
  return world.fetch(
    new Request(`${origin}/api/auth0/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-test-address': address, ...headers },
      body: JSON.stringify({ email: 'frida@example.org', password, user_metadata: {}, ...body }),
    }),
  )
}

async function expectRefused(response: Response, field: string, message?: string) {
  const { errors } = (await response.json()) as { errors: { field: string; message: string }[] }
  expect([response.status, errors[0]?.field]).toEqual([400, field])
  if (message) expect(errors[0]?.message).toBe(message)
  expect(world.signedUp).toEqual([])
}

test('a solved challenge registers once, in every process, whatever its payload says beside', async () => {
  const { challenge, solution } = await solved()
  const answer = await register({ altcha: payloadOf(challenge, solution) }, 'a', { 'accept-language': 'en' })
  expect([answer.status, await answer.text()]).toEqual([202, '{}'])
  expect(world.signedUp).toEqual([{ email: 'frida@example.org', password, userMetadata: { locale: 'en' } }])
  world.signedUp.length = 0

  await expectRefused(await register({ altcha: payloadOf(challenge, solution) }), 'altcha', 'used')
  const other = payloadOf(challenge, { ...solution, counter: solution.counter + 1 })
  await expectRefused(await register({ altcha: other }), 'altcha', 'used')
  const restarted = createChallenges({
    secret: Buffer.alloc(32),
    replay: createReplay(world.db),
    clock: () => now,
  })
  await expect(restarted.redeem(payloadOf(challenge, solution))).rejects.toMatchObject({
    options: { errors: [{ field: 'altcha', message: 'used' }] },
  })
})

test('eight submits of one solution at once register once', async () => {
  const { challenge, solution } = await solved()
  const altcha = payloadOf(challenge, solution)
  const answers = await Promise.all(Array.from({ length: 8 }, () => register({ altcha })))
  expect(answers.filter(({ status }) => status === 202)).toHaveLength(1)
  expect(world.signedUp).toHaveLength(1)
})

test('a challenge is over after five minutes, whatever its sender writes into it', async () => {
  const { challenge, solution } = await solved()
  const at = (minutes: number) =>
    createChallenges({
      secret: Buffer.alloc(32),
      replay: { remember: async () => true },
      clock: () => new Date(now.getTime() + minutes * 60_000),
    })
  await at(5).redeem(payloadOf(challenge, solution))
  await expect(at(5.1).redeem(payloadOf(challenge, solution))).rejects.toMatchObject({
    options: { errors: [{ message: 'expired' }] },
  })
  const { parameters } = challenge
  const later = { ...parameters, data: { ...parameters.data, until: parameters.data.until + 3600 } }
  await expect(
    at(5.1).redeem(payloadOf({ ...challenge, parameters: later }, solution)),
  ).rejects.toMatchObject({ options: { errors: [{ message: 'wrong' }] } })
})

describe('no work, no account', () => {
  const easy = { cost: 1, counter: 1, deriveKey, data: { action: 'register', until: 4_000_000_000 } }
  const foreign = { hmacSignatureSecret: 'x'.repeat(32), hmacKeySignatureSecret: 'y'.repeat(32) }
  const forgeries: Record<string, () => Promise<string>> = {
    'no base64': async () => '%%%',
    'no JSON': async () => Buffer.from('{').toString('base64'),
    'no object': async () => Buffer.from('null').toString('base64'),
    'no solution': async () => payloadOf((await askChallenge()).challenge, undefined),
    'a wrong key': async () =>
      payloadOf((await askChallenge()).challenge, { counter: 1, derivedKey: 'ab'.repeat(32) }),
    'a counter that is no number': async () =>
      payloadOf((await askChallenge()).challenge, { counter: '1', derivedKey: 'ab'.repeat(32) }),
    'another algorithm': async () => {
      const { challenge } = await askChallenge()
      const parameters = { ...challenge.parameters, algorithm: 'SHA-256' }
      return payloadOf({ ...challenge, parameters }, { counter: 1, derivedKey: 'ab'.repeat(32) })
    },
    'a cheaper cost': async () => {
      const { challenge } = await askChallenge()
      const parameters = { ...challenge.parameters, cost: 1 }
      return payloadOf({ ...challenge, parameters }, { counter: 1, derivedKey: 'ab'.repeat(32) })
    },
    'an own challenge under an own secret': async () => {
      const challenge = await createChallenge({ ...easy, ...foreign, algorithm: 'PBKDF2/SHA-256' })
      return payloadOf(challenge, await solutionOf(challenge as Challenge))
    },
    'no signature': async () => {
      const { challenge, solution } = await solved()
      return payloadOf({ parameters: challenge.parameters }, solution)
    },
    'a challenge of ALTCHA 1': async () =>
      Buffer.from(
        JSON.stringify({ algorithm: 'SHA-256', challenge: 'a', number: 1, salt: 's', signature: 'b' }),
      ).toString('base64'),
  }
  test.each(Object.entries(forgeries))('%s', async (_, forge) => {
    await expectRefused(await register({ altcha: await forge() }), 'altcha', 'wrong')
  })

  test.each([undefined, null, '', 7, {}, ['x'], 'x'.repeat(5000)])('%j as the field', async (altcha) => {
    await expectRefused(await register({ altcha }), 'altcha')
  })
})

test.each([
  ['email', { email: 'frida' }],
  ['email', { email: 'a@b.de\r\nBcc: c@d.de' }],
  ['password', { password: undefined }],
  ['password', { password: 7 }],
  ['password', { password: 'x'.repeat(1001) }],
  ['user_metadata', { user_metadata: undefined }],
  ['user_metadata', { user_metadata: 'de' }],
  ['user_metadata.role', { user_metadata: { role: 'admin' } }],
  ['user_metadata.locale', { user_metadata: { locale: 'fr' } }],
  ['user_metadata.source', { user_metadata: { source: 'x'.repeat(101) } }],
  ['role', { role: 'admin' }],
])('%s is named when it is wrong (%j), and no challenge is used up', async (field, body) => {
  await expectRefused(await register({ altcha: 'x', ...body }), field)
})

test.each([
  ['tooShort', 'kurz'],
  ['tooLong', 'x'.repeat(257)],
  ['common', 'passwordpassword'],
  ['personal', 'Frida frida Halle 9'],
])('a password that is %s is refused by name', async (fault, bad) => {
  const { challenge, solution } = await solved()
  await expectRefused(
    await register({ altcha: payloadOf(challenge, solution), password: bad }),
    'password',
    fault,
  )
})

test('the form of the site asks for the same length', () => {
  expect(passwordMinLength).toBe(commonPasswords.passwordMinLength)
})

test('a network has 50 attempts a day, before any of their work is judged', async () => {
  const statuses: number[] = []
  for (let turn = 0; turn < 51; turn++) statuses.push((await register({ altcha: 'x' }, 'flood')).status)
  expect(statuses.slice(0, 50).every((status) => status === 400)).toBe(true)
  const last = await register({ altcha: 'x' }, 'flood')
  expect([statuses[50], last.status, Number(last.headers.get('retry-after')) > 0]).toEqual([429, 429, true])
  expect((await register({ altcha: 'x' }, 'elsewhere')).status).toBe(400)
})

test('an address has 5 registrations an hour, wherever they come from', async () => {
  const statuses: number[] = []
  for (const address of '123456') {
    const { challenge, solution } = await solved()
    const body = { altcha: payloadOf(challenge, solution), email: address > '3' ? 'A@b.de' : 'a@b.de' }
    statuses.push((await register(body, address)).status)
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})

test('a network gets 300 challenges an hour, none of them twice, and nothing keeps them', async () => {
  const first = await askChallenge('many')
  expect(first.response.headers.get('cache-control')).toBe('no-store')
  const second = await askChallenge('many')
  expect(first.challenge.parameters.nonce).not.toBe(second.challenge.parameters.nonce)
  let limited = 0
  for (let turn = 0; turn < 299; turn++)
    limited += Number((await askChallenge('many')).response.status === 429)
  expect(limited).toBe(1)
})
