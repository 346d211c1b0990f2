import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createConnectorClient } from '../../clients/connector.ts'
import type { Grant } from '../../contracts/grant.ts'
import type { Fetch } from '../../platform/http/service.ts'
import { asked, call, connectorOf, now } from './connector.fixture.ts'
import { everythingFor, newMember, noRights } from './grants.fixture.ts'
import { type Twin, twins } from './twins.fixture.ts'

describe.each(twins)('grants on %s:', (_, open) => {
  let twin: Twin
  let fetch: Fetch

  beforeAll(async () => {
    twin = await open(() => now)
  })
  afterAll(() => twin.close())
  beforeEach(() => {
    fetch = connectorOf(twin.workshop, () => now)
  })

  const put = async (key: string, body: unknown) => {
    const response = await call(fetch, 'manage', 'PUT', `/fabman/grants/${key}`, body)
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const owned = async (member: unknown) => {
    const read = async (what: string) =>
      (await call(fetch, 'manage', 'GET', `/fabman/members/${String(member)}/${what}`)).json() as Promise<
        { id: number }[]
      >
    return {
      packages: await read('packages'),
      credits: await read('credits'),
      trainings: await read('trainings'),
    }
  }

  test('a new member gets packages, credits and trainings, and a repeat changes nothing', async () => {
    const grant = everythingFor(twin, newMember('new@example.org'))
    const first = await put('order-1', grant)
    expect(first).toEqual({
      status: 200,
      body: {
        key: 'order-1',
        member: expect.any(Number),
        packages: [expect.any(Number)],
        credits: [expect.any(Number), expect.any(Number)],
        trainings: [expect.any(Number)],
      },
    })
    const member = await call(fetch, 'manage', 'GET', `/fabman/members/${String(first.body['member'])}`)
    expect(await member.json()).toMatchObject({
      firstName: 'Nele',
      lastName: 'Neu',
      emailAddress: 'new@example.org',
      language: 'de',
      phone: '+49 30 1',
      space: 1,
      state: 'active',
    })
    const rights = await owned(first.body['member'])
    expect(rights).toMatchObject({
      packages: [{ name: 'Plus', fromDate: '2026-12-01', untilDate: null }],
      credits: [
        { amount: '30.00', remaining: '30.00', scope: 'booking', untilDate: '2027-03-31' },
        { amount: '30.00', remaining: '30.00', scope: 'booking', untilDate: '2027-03-31' },
      ],
      trainings: [{ title: 'Laser', fromDate: '2026-12-01', untilDate: '2027-12-01' }],
    })
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id).toSorted((a, b) => a - b)
    expect(first.body).toMatchObject({
      packages: ids(rights.packages),
      credits: ids(rights.credits),
      trainings: ids(rights.trainings),
    })
    expect(await put('order-1', grant)).toEqual(first)
    expect(await put('order-1', reordered(grant))).toEqual(first)
    expect(await owned(first.body['member'])).toEqual(rights)
  })

  test('a credit ends on another day, of its member alone; Fabman has no such call', async () => {
    const first = await put('order-end', everythingFor(twin, newMember('ends@example.org')))
    const member = String(first.body['member'])
    const [credit, other] = (await owned(member)).credits
    const end = async (of: string, id: unknown, body: object) => {
      const path = `/fabman/members/${of}/credits/${String(id)}`
      const response = await call(fetch, 'manage', 'PATCH', path, body)
      return { status: response.status, body: (await response.json()) as unknown }
    }
    const untilDate = '2026-12-05'
    if (!twin.workshop.endCredit) {
      expect(await end(member, credit?.id, { untilDate })).toMatchObject({
        status: 501,
        body: { code: 'notSupported' },
      })
      expect((await owned(member)).credits).toContainEqual(credit)
      return
    }
    const ended = { status: 200, body: expect.arrayContaining([{ ...credit, untilDate }, other]) }
    expect(await end(member, credit?.id, { untilDate })).toEqual(ended)
    expect(await end(member, credit?.id, { untilDate })).toEqual(ended)
    for (const [of, id] of [
      [member, 999_999],
      ['2', credit?.id],
    ] as const)
      await end(of, id, { untilDate: '2026-12-06' })
    expect((await owned(member)).credits).toContainEqual({ ...credit, untilDate })
    expect((await end(member, credit?.id, { untilDate: 'never' })).status).toBe(400)
  })

  test('the credit of a package is given once, by the grant or by the system itself', async () => {
    const credit = { amount: '30.00', scope: 'booking', fromDate: '2026-12-01', untilDate: '2026-12-31' }
    const plus = { package: twin.plus, ...days }
    const member = newMember('credited@example.org')
    const grant = { ...noRights, member, packages: [plus], packageCredits: [credit] }
    const first = await put('order-7', grant)
    expect(first).toMatchObject({ status: 200, body: { packages: [expect.any(Number)], credits: [] } })
    expect(await put('order-7', grant)).toEqual(first)
    const { packages, credits } = await owned(first.body['member'])
    expect(packages).toHaveLength(1)
    expect(credits).toMatchObject(twin.creditsPackages ? [] : [{ ...credit, remaining: '30.00' }])
  })

  test('a key with another content is refused, two keys give twice', async () => {
    const credit = { amount: '5.00', scope: 'usage' as const }
    const grant = { ...noRights, member: { id: 2 }, credits: [credit] }
    const one = await put('a.1:x_y', grant)
    expect(one.status).toBe(200)
    const other = { ...grant, credits: [{ ...credit, amount: '6.00' }] }
    expect(await put('a.1:x_y', other)).toMatchObject({
      status: 422,
      body: { code: 'keyReused', errors: [{ field: 'key' }] },
    })
    const two = await put('a.2', grant)
    expect(two.body['credits']).not.toEqual(one.body['credits'])
    expect((await owned(2)).credits).toHaveLength(2)
  })

  test('an unknown id is 404, names its field, gives nothing and leaves the key free', async () => {
    const good = everythingFor(twin, newMember('unknown@example.org'))
    const wrong: [string, Grant][] = [
      ['member.id', { ...good, member: { id: 777 } }],
      ['member.space', { ...good, member: { ...newMember('unknown@example.org'), space: 77 } }],
      ['packages.1.package', { ...good, packages: [...good.packages, { ...days, package: 777 }] }],
      ['trainings.0.training', { ...good, trainings: [{ ...days, training: 777 }] }],
    ]
    for (const [field, grant] of wrong) {
      const refused = { status: 404, body: { code: 'notFound', errors: [{ field }] } }
      expect(await put('order-2', grant)).toMatchObject(refused)
    }
    const found = await call(fetch, 'manage', 'GET', '/fabman/members?email=unknown@example.org')
    expect(await found.json()).toEqual([])
    expect((await put('order-2', good)).status).toBe(200)
  })

  test('the address of another member is refused', async () => {
    const grant = { ...noRights, member: newMember('M1@Example.org') }
    const refused = { status: 409, body: { code: 'emailTaken', errors: [{ field: 'member.email' }] } }
    expect(await put('order-3', grant)).toMatchObject(refused)
  })

  test('our own client takes the answer, and the refusal', async () => {
    const client = createConnectorClient({
      baseUrl: 'http://connector',
      token: 'manage-token',
      fetch,
      log: () => {},
    })
    const key = 'order:1.a_B-9'
    const grant = { ...noRights, member: { id: 3 } }
    expect(await client.grant(key, grant)).toEqual({ ...noRights, key, member: 3 })
    await expect(client.grant(key, { ...noRights, member: { id: 4 } })).rejects.toMatchObject({
      status: 422,
      problem: { code: 'keyReused' },
    })
  })

  test('twenty calls at once with one key give once', async () => {
    const grant = everythingFor(twin, newMember('crowd@example.org'))
    const answers = await Promise.all(Array.from({ length: 20 }, () => put('order-4', grant)))
    expect(new Set(answers.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(answers[0]?.status).toBe(200)
    const rights = await owned(answers[0]?.body['member'])
    expect([rights.packages.length, rights.credits.length, rights.trainings.length]).toEqual([1, 2, 1])
  })

  test('twenty new members at once get members of their own', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        put(`new-${index}`, { ...noRights, member: newMember(`new${index}@example.org`) }),
      ),
    )
    expect(new Set(answers.map(({ body }) => body['member'])).size).toBe(20)
  })

  test('a granted package and training let the member book at once', async () => {
    const { body } = await put('order-5', { ...noRights, member: newMember('books@example.org') })
    const member = Number(body['member'])
    const trained = async () =>
      (await call(fetch, member, 'GET', `/fabman/members/${member}/trained-resources`)).json()
    const quote = async () =>
      (await call(fetch, member, 'POST', '/fabman/bookings/quote', laserFor(member))).json()
    expect([await trained(), await quote()]).toMatchObject([
      [],
      { refusals: [{ code: 'noPackage' }, { code: 'noPermission' }] },
    ])
    await put('order-6', { ...everythingFor(twin, { id: member }) })
    expect([await trained(), await quote()]).toMatchObject([[1], { refusals: [] }])
    const booked = await call(fetch, member, 'POST', '/fabman/bookings', laserFor(member))
    expect(booked.status).toBe(201)
  })

  test.each([
    ['the key', 'a b', noRights, 'key'],
    ['a long key', 'x'.repeat(65), noRights, 'key'],
    ['no member', 'k', { ...noRights, member: undefined }, 'member'],
    ['an address', 'k', { ...noRights, member: newMember('x') }, 'member.email'],
    ['no list', 'k', { ...noRights, credits: undefined }, 'credits'],
    ['an amount', 'k', { ...noRights, credits: [{ amount: '0.00', scope: 'booking' }] }, 'credits.0.amount'],
    [
      'the credit of a package',
      'k',
      { ...noRights, packageCredits: [{ amount: '0.00', scope: 'booking' }] },
      'packageCredits.0.amount',
    ],
    ['a scope', 'k', { ...noRights, credits: [{ amount: '1.00', scope: 'all' }] }, 'credits.0.scope'],
    [
      'days',
      'k',
      { ...noRights, packages: [{ package: 1, fromDate: '2026-12-02', untilDate: '2026-12-01' }] },
      'packages.0.untilDate',
    ],
    ['a field', 'k', { ...noRights, trainings: [{ ...days, training: 1, note: '' }] }, 'trainings.0.note'],
  ])('%s that does not fit is refused', async (_, key, grant, field) => {
    const body = { member: { id: 1 }, ...grant }
    expect(await put(encodeURIComponent(key), body)).toMatchObject({
      status: 400,
      body: { code: 'invalidInput', errors: [{ field }] },
    })
  })
})

const days = { fromDate: '2026-12-01', untilDate: null }

function laserFor(member: number) {
  const { state: _, ...booking } = asked(member, { resource: '1' })
  return { ...booking, state: 'confirmed' }
}

/** The same content with its fields the other way round. */
function reordered(grant: Grant): unknown {
  return Object.fromEntries(Object.entries(grant).toReversed())
}
