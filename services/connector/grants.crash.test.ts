import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Grant, Granted } from '../../contracts/grant.ts'
import type { FabmanDouble } from '../../doubles/fabman/double.ts'
import { openDouble } from '../../doubles/fabman/workshop.fixture.ts'
import { testDatabase } from '../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../platform/database/database.ts'
import { createCache } from './cache/cache.ts'
import { cachedWorkshop } from './cache/cached-workshop.ts'
import { engineOf, fillWorkshop, now } from './connector.fixture.ts'
import { fingerprintOf } from './grant-record.ts'
import { everythingFor, mortal, newMember, noRights } from './grants.fixture.ts'
import { fabmanOf } from './twins.fixture.ts'
import type { WorkshopSystem } from './workshop-system.ts'

/** No process is killed. */
const never = Infinity
let today: Date
const clock = () => today
const secondsLater = (seconds: number) => (today = new Date(today.getTime() + seconds * 1000))

let database: OpenedDatabase
let double: FabmanDouble

beforeAll(async () => {
  database = await testDatabase()
  await fillWorkshop(database.db)
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  await sql`truncate grant_record cascade`.execute(database.db)
  double = openDouble({ clock, judgesAdmins: false })
  double.account.update('packages', double.account.tables.packages.get(1)!, { setupFee: '5.00' })
})

type Mortal = ReturnType<typeof mortal>
const openEngine = (life: Mortal) => engineOf(life.database(database.db), clock)
const openFabman = (life: Mortal) =>
  fabmanOf(life.database(database.db), { ...double, fetch: life.network(double.fetch) }, clock).workshop

/** What the member with an address has; null = there is no such member. */
async function rightsOf(workshop: WorkshopSystem, email: string): Promise<Omit<Granted, 'key'> | null> {
  const [member] = await workshop.members({ email })
  if (!member) return null
  const ids = (rows: { id: number }[] | null) => (rows ?? []).map(({ id }) => id).toSorted((a, b) => a - b)
  return {
    member: member.id,
    packages: ids(await workshop.packages(member.id)),
    credits: ids(await workshop.credits(member.id)),
    trainings: ids(await workshop.trainings(member.id)),
  }
}

describe.each([
  ['the engine', openEngine, { plus: 71 }],
  ['Fabman', openFabman, { plus: 1 }],
])('a process of %s is killed', (name, open, ids) => {
  /** Grants in a process that is killed at a point; returns whether it was. */
  async function grantAndDie(at: number, key: string, email: string): Promise<boolean> {
    const life = mortal(at)
    const grant = everythingFor(ids, newMember(email))
    await open(life)
      .grant(key, grant)
      .then(life.point)
      .catch((error: unknown) => {
        if (!life.isDead()) throw error
      })
    return life.isDead()
  }

  test('at each point: a repeat completes the grant, and everything is there once', async () => {
    const alive = open(mortal(never))
    let points = 0
    for (let at = 1; ; at++) {
      const [key, email] = [`once-${at}`, `once${at}@example.org`]
      if (!(await grantAndDie(at, key, email))) break
      points++
      const left = await rightsOf(alive, email)
      secondsLater(30)
      const granted = await alive.grant(key, everythingFor(ids, newMember(email)))
      expect(granted).toMatchObject({
        packages: { length: 1 },
        credits: { length: 2 },
        trainings: { length: 1 },
      })
      const { key: _, ...rights } = granted
      expect(await rightsOf(alive, email), `point ${at}`).toEqual(rights)
      // One transaction: nothing, or with the commit everything.
      if (name === 'the engine') expect([null, rights]).toContainEqual(left)
      expect(await alive.grant(key, everythingFor(ids, newMember(email)))).toEqual(granted)
    }
    expect(points).toBeGreaterThanOrEqual(name === 'the engine' ? 9 : 33)
  })

  test('twice, at two points: the third process completes the grant', async () => {
    const alive = open(mortal(never))
    for (let at = 1; ; at++) {
      const [key, email] = [`twice-${at}`, `twice${at}@example.org`]
      if (!(await grantAndDie(at, key, email))) break
      secondsLater(30)
      await grantAndDie(((at * 7) % 31) + 1, key, email)
      secondsLater(30)
      const granted = await alive.grant(key, everythingFor(ids, newMember(email)))
      expect({ key, ...(await rightsOf(alive, email)) }, `point ${at}`).toEqual(granted)
      expect(granted.credits).toHaveLength(2)
    }
  })
})

describe('Fabman', () => {
  const open = () => openFabman(mortal(never))
  const isPost = ({ method }: Request) => method === 'POST'
  const credit = { amount: '30.00', scope: 'booking' } as const
  const oneCredit = { ...noRights, member: { id: 2 }, credits: [credit] }
  const creditsOf = () => double.account.rows('credits').filter(({ member }) => member === 2)

  /** A process announces its call of Fabman, and is killed before it makes it. */
  async function dieBeforeTheCall(key: string, grant: Grant = oneCredit): Promise<void> {
    const life = mortal(never)
    const { fetch } = double
    double.fetch = async (request) => {
      if (isPost(request)) life.kill()
      return life.network(fetch)(request)
    }
    await expect(openFabman(life).grant(key, grant)).rejects.toThrow()
    double.fetch = fetch
    expect(life.isDead()).toBe(true)
  }

  test.each(['members', 'packages', 'credits', 'trainings'])(
    'loses its answer about %s: what it has created is found at once',
    async (what) => {
      Object.assign(double.faults, {
        mode: 'deaf',
        only: (request: Request) => isPost(request) && request.url.endsWith(`/${what}`),
      })
      const email = `deaf-${what}@example.org`
      const granted = await open().grant(`deaf-${what}`, everythingFor({ plus: 1 }, newMember(email)))
      expect({ key: `deaf-${what}`, ...(await rightsOf(open(), email)) }).toEqual(granted)
    },
  )

  test('carries out a call long after its answer was lost: a repeat waits for it', async () => {
    let late: Request | undefined
    const { workshop } = fabmanOf(
      database.db,
      {
        ...double,
        fetch: async (request) => {
          if (late || !isPost(request)) return double.fetch(request)
          late = request.clone()
          throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
        },
      },
      clock,
    )
    const unavailable = { code: 'upstreamUnavailable' }
    await expect(workshop.grant('late', oneCredit)).rejects.toMatchObject(unavailable)
    secondsLater(19)
    await expect(open().grant('late', oneCredit)).rejects.toMatchObject(unavailable)
    await double.fetch(late as Request)
    secondsLater(2)
    const { credits } = await open().grant('late', oneCredit)
    expect(creditsOf()).toMatchObject([{ id: credits[0] }])
  })

  test('creates a member between the look of a repeat and its call: the member is ours', async () => {
    const grant = { ...noRights, member: newMember('between@example.org') }
    let late: Request | undefined
    const { fetch } = double
    double.fetch = async (request) => {
      if (!isPost(request)) return fetch(request)
      if (late) await fetch(late)
      else {
        late = request.clone()
        throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
      }
      return fetch(request)
    }
    await expect(open().grant('between', grant)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    secondsLater(21)
    const { member } = await open().grant('between', grant)
    expect((await rightsOf(open(), 'between@example.org'))?.member).toBe(member)
  })

  test('was not reached: a repeat needs not wait', async () => {
    Object.assign(double.faults, { mode: 'down', only: isPost })
    await expect(open().grant('down', oneCredit)).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    double.faults.mode = null
    expect((await open().grant('down', oneCredit)).credits).toHaveLength(1)
    expect(creditsOf()).toHaveLength(1)
  })

  test('has equal credits from before or of another grant: neither counts as ours', async () => {
    double.account.insert('credits', { member: 2, amount: '30.00', scope: 'booking' })
    secondsLater(120)
    await open().grant('equal-1', oneCredit)
    await dieBeforeTheCall('equal-2')
    expect(creditsOf()).toHaveLength(2)
    secondsLater(30)
    await open().grant('equal-2', oneCredit)
    expect(creditsOf()).toHaveLength(3)
  })

  test.each(['packages', 'trainings'] as const)(
    'has such %s of the member: they do not count as ours',
    async (what) => {
      const before = (await open()[what](2))?.length ?? 0
      const { packages, trainings } = everythingFor({ plus: 1 }, { id: 2 })
      const grant = { ...noRights, member: { id: 2 }, [what]: what === 'packages' ? packages : trainings }
      await dieBeforeTheCall(`such-${what}`, grant)
      secondsLater(30)
      await open().grant(`such-${what}`, grant)
      expect(await open()[what](2)).toHaveLength(before + 1)
    },
  )

  test('does not take a step: notSupported names it, and the same key completes the rest later', async () => {
    const { fetch } = double
    const email = 'refused@example.org'
    const grant = everythingFor({ plus: 1 }, newMember(email))
    double.fetch = async (request) =>
      isPost(request) && request.url.endsWith('/packages')
        ? Response.json({ statusCode: 400, message: '"customFees" is not allowed' }, { status: 400 })
        : fetch(request)
    await expect(open().grant('refused', grant)).rejects.toMatchObject({
      code: 'notSupported',
      options: { errors: [{ field: 'packages.0', message: 'Fabman: "customFees" is not allowed' }] },
    })
    double.fetch = fetch
    const granted = await open().grant('refused', grant)
    expect({ key: 'refused', ...(await rightsOf(open(), email)) }).toEqual(granted)
  })

  test('does not bill what the caller bills', async () => {
    const { member } = await open().grant('fees', everythingFor({ plus: 1 }, newMember('fees@example.org')))
    const own = double.account.rows('memberPackages').filter((row) => row['member'] === member)
    expect(own).toMatchObject([{ customFees: true, setupFee: '0.00', recurringFee: '0.00' }])
  })

  test('is slow: the wait for another attempt and the steps have one deadline', async () => {
    const { db } = database
    const grant = { ...oneCredit, credits: [credit, credit] }
    let milliseconds = 0
    const { fetch } = double
    double.fetch = async (request) => {
      if (isPost(request)) milliseconds += 2500
      return fetch(request)
    }
    const { workshop } = fabmanOf(db, double, clock, { now: () => milliseconds })
    const other = { holder: randomUUID(), claimedUntil: new Date(today.getTime() + 15_000) }
    const record = { key: 'deadline', fingerprint: fingerprintOf(grant), createdAt: today }
    await db
      .insertInto('grantRecord')
      .values({ ...record, ...other })
      .execute()
    const granted = workshop.grant('deadline', grant)
    milliseconds = 5000
    await db.updateTable('grantRecord').set({ holder: null, claimedUntil: null }).execute()
    await expect(granted).rejects.toMatchObject({ code: 'upstreamUnavailable' })
    expect(creditsOf()).toHaveLength(1)
  })

  test('fails after a step: what the member has is read again', async () => {
    const cache = createCache({ clock })
    const invalidate = vi.spyOn(cache, 'invalidate')
    const { workshop } = fabmanOf(database.db, double, clock, { cache })
    Object.assign(double.faults, {
      mode: 'down',
      only: (request: Request) => isPost(request) && request.url.endsWith('/trainings'),
    })
    const grant = everythingFor({ plus: 1 }, { id: 2 })
    const unavailable = { code: 'upstreamUnavailable' }
    await expect(cachedWorkshop(workshop, cache).grant('half', grant)).rejects.toMatchObject(unavailable)
    expect(invalidate.mock.calls.flat(2)).toEqual(
      expect.arrayContaining(['fabman:member:2', 'fabman:display:2:*', 'equipment:trained:2']),
    )
  })

  test('is slow: a second process waits for the first, and gets the same answer', async () => {
    const { fetch } = double
    double.fetch = async (request) => {
      const response = await fetch(request)
      if (isPost(request)) await delay(100)
      return response
    }
    const grants = await Promise.all([open(), open(), open()].map((each) => each.grant('slow', oneCredit)))
    expect(grants).toEqual([grants[0], grants[0], grants[0]])
    expect(creditsOf()).toHaveLength(1)
  })
})
