import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addContract } from '../../../tests/contract.fixture.ts'
import { canary, ids, mia, now, origin, tom } from '../../../tests/services.fixture.ts'
import { frida } from '../../../rules/contact.fixture.ts'
import { createAssertions } from './assertions.ts'
import { tendSignUps } from './jobs.ts'
import { hashOf } from './parts.ts'
import { basis, openSignUps, photo, typed } from './sign-ups.fixture.ts'
import * as store from './sign-ups.store.ts'

let world: Awaited<ReturnType<typeof openSignUps>>
let ask: typeof world.ask
let begin: typeof world.begin
let read: typeof world.read
let putContact: typeof world.putContact
beforeAll(async () => {
  world = await openSignUps()
  ;({ ask, begin, read, putContact } = world)
})
afterAll(() => world.close())
beforeEach(() => world.db.deleteFrom('rateLimit').execute())
afterEach(() => world.db.deleteFrom('signup').execute())

async function expectFault(response: Response, field: string, message?: string) {
  const { errors } = (await response.json()) as { errors: { field: string; message: string }[] }
  expect([response.status, errors[0]?.field]).toEqual([400, field])
  if (message) expect(errors[0]?.message).toBe(message)
}

describe('a sign-up', () => {
  test('is read by its token alone, and only the hash of that is stored', async () => {
    const token = await begin()
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(await read(token)).toMatchObject({
      email: typed.email,
      item: basis,
      done: { start: true, contact: false, image: false },
      order: null,
    })
    const rows = JSON.stringify(await world.db.selectFrom('signup').selectAll().execute())
    expect(rows).not.toContain(token)
    for (const foreign of ['', 'x', `${token}x`, token.slice(0, -1), await begin()]) {
      const seen = await read(foreign)
      expect(JSON.stringify(seen)).not.toContain(token)
      if (foreign.length !== 43) expect(seen).toBeNull()
    }
  })

  test('keeps each step until it is done, also when steps come twice', async () => {
    const token = await begin()
    expect((await putContact(token)).status).toBe(200)
    expect((await putContact(token, { city: '  Bergisch   Gladbach ' })).status).toBe(200)
    const jpeg = (await photo()).toString('base64')
    expect((await ask('PUT', '/signup/image', { jpeg, replaces: false }, { token })).status).toBe(200)
    const other = { item: { kind: 'membership', package: 2 }, account: { by: 'kept' } }
    expect(await (await ask('PUT', '/signup/start', other, { token })).json()).toEqual({ token: null })
    expect(await read(token)).toMatchObject({
      email: typed.email,
      item: other.item,
      contact: { city: 'Bergisch Gladbach' },
      image: 'given',
      // The other package has a condition that nobody has met yet.
      done: { start: true, contact: false, image: true },
    })
  })

  test('remembers whether a new account was asked for', async () => {
    const token = await begin(basis, { ...typed, isNew: true })
    await ask('PUT', '/signup/start', { item: basis, account: { by: 'kept' } }, { token })
    expect(await read(token)).toMatchObject({ isNewAccount: true })
    await ask('PUT', '/signup/start', { item: basis, account: typed }, { token })
    expect(await read(token)).toMatchObject({ isNewAccount: false })
  })

  test('lasts 14 days from its last step, and is deleted with its photo then', async () => {
    const token = await begin()
    await ask(
      'PUT',
      '/signup/image',
      { jpeg: (await photo()).toString('base64'), replaces: false },
      { token },
    )
    const at = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000)
    expect(await store.find(world.db, hashOf(token), at(13.99))).not.toBeNull()
    expect(await store.find(world.db, hashOf(token), at(14))).toBeNull()
    await tendSignUps(world.db, at(13.99))
    expect(await read(token)).not.toBeNull()
    const { id } = (await store.find(world.db, hashOf(token), now)) ?? { id: 0 }
    await store.writeSteps(world.db, { id, steps: { contact: frida }, now, expiresAt: at(20) })
    await tendSignUps(world.db, at(14))
    expect(await read(token)).not.toBeNull()
    await tendSignUps(world.db, at(20))
    expect(await read(token)).toBeNull()
    expect(await world.db.selectFrom('signupImage').selectAll().execute()).toEqual([])
  })

  test('that is unknown or over takes no step', async () => {
    for (const token of ['', 'x'.repeat(43)]) {
      expect((await putContact(token)).status).toBe(404)
      expect((await ask('PUT', '/signup/image', { jpeg: null, replaces: false }, { token })).status).toBe(404)
      expect((await ask('GET', '/signup/offer', undefined, { token })).status).toBe(404)
      expect((await ask('POST', '/signup/change', {}, { token })).status).toBe(404)
    }
  })

  test('of two tabs that write different steps at once keeps both', async () => {
    for (let round = 0; round < 8; round++) {
      const token = await begin()
      await Promise.all([
        putContact(token),
        ask('PUT', '/signup/image', { jpeg: null, replaces: false }, { token }),
        ask('PUT', '/signup/start', { item: basis, account: { by: 'kept' } }, { token }),
      ])
      expect(await read(token)).toMatchObject({ done: { start: true, contact: true, image: true } })
    }
  })
})

describe('limits', () => {
  test('a network begins 30 an hour, and goes on with those it has', async () => {
    const statuses: number[] = []
    let token = ''
    for (let turn = 0; turn < 31; turn++) {
      const answer = await ask('PUT', '/signup/start', { item: basis, account: typed }, { address: 'a' })
      statuses.push(answer.status)
      if (turn === 0) token = ((await answer.json()) as { token: string }).token
    }
    expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429])
    const goesOn = await ask('PUT', '/signup/start', { item: basis, account: typed }, { address: 'a', token })
    expect(goesOn.status).toBe(200)
    const elsewhere = await ask('PUT', '/signup/start', { item: basis, account: typed }, { address: 'b' })
    expect(elsewhere.status).toBe(200)
  })
})

describe('the first step', () => {
  test.each([
    ['package', 'gone', { kind: 'membership', package: 3 }],
    ['package', 'gone', { kind: 'membership', package: 4 }],
    ['package', 'gone', { kind: 'membership', package: 5 }],
    ['package', 'gone', { kind: 'membership', package: 999 }],
    ['package', 'gone', { kind: 'dayPass', package: 1, day: '2026-11-24' }],
    ['package', 'gone', { kind: 'credits', pack: 1 }],
    ['day', 'past', { kind: 'dayPass', package: 5, day: '2026-11-20' }],
    ['day', 'closed', { kind: 'dayPass', package: 5, day: '2026-11-22' }],
    ['day', 'far', { kind: 'dayPass', package: 5, day: '2027-01-21' }],
  ])('%s %s: %j', async (field, why, item) => {
    await expectFault(await ask('PUT', '/signup/start', { item, account: typed }), field, why)
    expect(await world.db.selectFrom('signup').selectAll().execute()).toEqual([])
  })

  test.each([
    ['item', undefined, typed],
    ['item.day', { kind: 'dayPass', package: 5, day: '2026-02-30' }, typed],
    ['account.email', basis, { by: 'typed', email: 'frida', isNew: false }],
    ['account.by', basis, { by: 'magic' }],
    ['email', basis, { by: 'kept' }],
    ['assertion', basis, { by: 'assertion', assertion: 'x' }],
  ])('names %s when it is wrong', async (field, item, account) => {
    await expectFault(await ask('PUT', '/signup/start', { item, account }), field)
  })

  test('a day pass is for a day that is open', async () => {
    const item = { kind: 'dayPass', package: 5, day: '2026-11-24' }
    expect(await read(await begin(item))).toMatchObject({ item })
  })
})

describe('the contact', () => {
  test.each([
    ['firstName', 'latin', { firstName: 'Фрида' }],
    ['birth', 'young', { birthYear: '2020' }],
    ['guardianName', 'missing', { birthYear: '2010' }],
    ['zip', 'form', { zip: '1' }],
    ['country', 'business', { buysFor: 'company', company: 'x', country: 'AT', zip: '1010' }],
    ['vatId', 'digit', { buysFor: 'company', company: 'x', vatId: 'DE123456789' }],
  ] as const)('%s %s', async (field, why, change) => {
    const token = await begin()
    await expectFault(await putContact(token, change), field, why)
    expect(await read(token)).toMatchObject({ contact: null, done: { contact: false } })
  })

  test.each([
    ['firstName', { firstName: 7 }],
    ['firstName', { firstName: 'x'.repeat(301) }],
    ['buysFor', { buysFor: 'nobody' }],
    ['role', { role: 'admin' }],
  ])('%s is named when it is no text: %j', async (field, change) => {
    await expectFault(
      await ask('PUT', '/signup/contact', { ...frida, ...change }, { token: await begin() }),
      field,
    )
  })
})

test('the condition of one package is not met for another', async () => {
  const youth = { kind: 'membership', package: 2 }
  const token = await begin(youth)
  await expectFault(await putContact(token), 'requirement', 'missing')
  await putContact(token, { requirement: 'on' })
  expect(await read(token)).toMatchObject({ contact: { requirement: 'on' }, done: { contact: true } })
  const choose = (item: object) => ask('PUT', '/signup/start', { item, account: { by: 'kept' } }, { token })
  await choose({ kind: 'membership', package: 6 })
  expect(await read(token)).toMatchObject({ contact: { requirement: '' }, done: { contact: false } })
  await choose(youth)
  expect(await read(token)).toMatchObject({ contact: { requirement: 'on' }, done: { contact: true } })
})

describe('the photo', () => {
  test('is stored as it was made, and taken back', async () => {
    const token = await begin()
    const jpeg = (await photo()).toString('base64')
    await ask('PUT', '/signup/image', { jpeg, replaces: false }, { token })
    expect(await (await ask('GET', '/signup/image', undefined, { token })).json()).toEqual({ jpeg })
    expect((await ask('GET', '/signup/image', undefined, { token: await begin() })).status).toBe(404)
    await ask('PUT', '/signup/image', { jpeg: null, replaces: false }, { token })
    expect((await ask('GET', '/signup/image', undefined, { token })).status).toBe(404)
    expect(await read(token)).toMatchObject({ image: 'later', done: { image: true } })
  })

  test.each<[string, () => Promise<Buffer | string>]>([
    ['another size', () => photo(480, 479)],
    [
      'a PNG',
      () =>
        sharp({ create: { width: 480, height: 480, channels: 3, background: '#a52' } })
          .png()
          .toBuffer(),
    ],
    [
      'metadata',
      () =>
        sharp({ create: { width: 480, height: 480, channels: 3, background: '#a52' } })
          .withExif({ IFD0: { Copyright: 'x' } })
          .jpeg()
          .toBuffer(),
    ],
    ['HTML', async () => Buffer.from('<script>alert(1)</script>')],
    ['nothing', async () => Buffer.alloc(0)],
    ['no base64', async () => 'ü'],
    ['too much', async () => 'A'.repeat(200_004)],
  ])('%s is refused', async (_, make) => {
    const made = await make()
    const jpeg = typeof made === 'string' ? made : made.toString('base64')
    const token = await begin()
    await expectFault(await ask('PUT', '/signup/image', { jpeg, replaces: false }, { token }), 'jpeg')
    expect(await read(token)).toMatchObject({ image: null })
  })
})

describe('somebody who is signed in', () => {
  async function assertion(claims: object) {
    const headers = {
      authorization: `Bearer ${await world.id.token({ ...claims })}`,
      'content-type': 'application/json',
    }
    const response = await world.fetch(
      new Request(`${origin}/api/signup/assertion`, { method: 'POST', headers, body: '{}' }),
    )
    return { status: response.status, body: (await response.json()) as { assertion: string; email: string } }
  }

  test('brings the proved address and what is known of the member', async () => {
    const { body } = await assertion(mia)
    expect(body).toMatchObject({ email: mia.email, hasPackage: false })
    const token = await begin(basis, { by: 'assertion', assertion: body.assertion })
    expect(await read(token)).toMatchObject({
      email: mia.email,
      isSignedIn: true,
      contact: { firstName: canary, city: canary },
    })
    const stored = await store.find(world.db, hashOf(token), now)
    expect(stored).toMatchObject({ subject: mia.sub, member: ids.mia })
  })

  test('is told that their card has a photo', async () => {
    const token = await begin(basis, { by: 'assertion', assertion: (await assertion(mia)).body.assertion })
    expect(await read(token)).toMatchObject({ hasPhoto: false })
    await world.db
      .insertInto('photo')
      .values({ memberId: ids.mia, jpeg: await photo(), updatedAt: now })
      .execute()
    expect(await read(token)).toMatchObject({ hasPhoto: true })
    expect(await read(await begin(basis, { by: 'typed', email: mia.email, isNew: false }))).toMatchObject({
      hasPhoto: false,
    })
    await world.db.deleteFrom('photo').execute()
  })

  test('keeps the sign-up to that account: another one begins anew and sees nothing of it', async () => {
    const { body } = await assertion(mia)
    const token = await begin(basis, { by: 'assertion', assertion: body.assertion })
    const toms = await assertion(tom)
    for (const account of [typed, { by: 'assertion', assertion: toms.body.assertion }]) {
      const answer = await ask('PUT', '/signup/start', { item: basis, account }, { token })
      const other = ((await answer.json()) as { token: string | null }).token ?? ''
      expect(other).toMatch(/^[\w-]{43}$/)
      expect(JSON.stringify(await read(other))).not.toContain(mia.email)
      expect(await read(token)).toMatchObject({ email: mia.email, isSignedIn: true })
    }
    const again = { by: 'assertion', assertion: (await assertion(mia)).body.assertion }
    const goesOn = await ask('PUT', '/signup/start', { item: basis, account: again }, { token })
    expect(await goesOn.json()).toEqual({ token: null })
  })

  test('with a package that renews is told so', async () => {
    await world.db
      .insertInto('memberPackage')
      .values({ memberId: ids.tom, packageId: 1, fromDate: '2026-11-01', untilDate: null, createdAt: now })
      .execute()
    expect((await assertion(tom)).body).toMatchObject({ hasPackage: true })
  })

  test('with a contract whose package was suspended is told so', async () => {
    await addContract(world.db, tom.email)
    await world.db
      .updateTable('memberPackage')
      .set({ untilDate: '2026-11-02' })
      .where('memberId', '=', ids.tom)
      .execute()
    expect((await assertion(tom)).body).toMatchObject({ hasPackage: true })
    await world.db.deleteFrom('subscriptionPeriod').execute()
    await world.db.deleteFrom('subscription').execute()
    expect((await assertion(tom)).body).toMatchObject({ hasPackage: false })
  })

  test('without a verified address proves nothing', async () => {
    expect((await assertion({ ...mia, sub: 'auth0|thief', email_verified: false })).status).toBe(403)
  })

  test('no other text proves an account', async () => {
    const { body } = await assertion(mia)
    const [text = '', signature = ''] = body.assertion.split('.')
    const forged = Buffer.from(JSON.stringify({ email: tom.email, subject: tom.sub, member: 2, until: 4e9 }))
    for (const wrong of [
      text,
      `${text}.`,
      `.${signature}`,
      `${forged.toString('base64url')}.${signature}`,
      `${text}.${Buffer.alloc(32).toString('base64url')}`,
      '',
    ])
      await expectFault(
        await ask('PUT', '/signup/start', { item: basis, account: { by: 'assertion', assertion: wrong } }),
        'assertion',
      )
  })

  test('proves it for an hour', () => {
    const at = (minutes: number) =>
      createAssertions({ secret: Buffer.alloc(32), clock: () => new Date(now.getTime() + minutes * 60_000) })
    const owner = { email: mia.email, subject: mia.sub, member: ids.mia }
    const issued = at(0).issue(owner)
    expect(at(60).read(issued)).toEqual(owner)
    expect(() => at(60.1).read(issued)).toThrow(expect.objectContaining({ code: 'invalidInput' }))
    const other = createAssertions({ secret: Buffer.alloc(32, 1), clock: () => now })
    expect(() => other.read(issued)).toThrow(expect.objectContaining({ code: 'invalidInput' }))
  })
})
