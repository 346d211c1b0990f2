import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FabmanRefused } from '../../../clients/fabman/failures.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { FabmanDouble } from '../../../doubles/fabman/double.ts'
import { openDouble } from '../../../doubles/fabman/workshop.fixture.ts'
import { fabmanOf } from '../twins.fixture.ts'
import { refusedByFabman } from './bookings/refusals.ts'

const now = new Date('2026-12-01T08:00:00Z')
const clock = () => now
const asked = {
  equipment: 2,
  member: 1,
  fromDateTime: '2026-12-02T18:00',
  untilDateTime: '2026-12-02T20:00',
  title: null,
}
const later = { fromDateTime: '2026-12-02T20:00', untilDateTime: '2026-12-02T21:30' }

let database: OpenedDatabase
let double: FabmanDouble
let fabman: ReturnType<typeof fabmanOf>

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(() => {
  double = openDouble({ members: 130, clock, judgesAdmins: false })
  fabman = fabmanOf(database.db, double, clock)
})

const problem = (code: string) => ({ name: 'Problem', code })
const rowOf = (id: number) => double.account.tables.bookings.get(id)
const asMade = (mode: 'deaf' | 'malformed', method: string) =>
  Object.assign(double.faults, { mode, only: (request: Request) => request.method === method })

describe('changing a booking', () => {
  test('moves it and increments its version', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    expect(await fabman.workshop.changeBooking(id, 1, { ...later, lockVersion: 1 })).toMatchObject({
      id,
      ...later,
      lockVersion: 2,
      resource: { id: 2 },
      member: { id: 1 },
    })
  })

  test('sends Fabman the times and the version only', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    const bodies: Promise<unknown>[] = []
    Object.assign(double.faults, { mode: 'slow', slowMs: 0 })
    double.faults.only = (request) => {
      if (request.method === 'PUT') bodies.push(request.clone().json())
      return false
    }
    const change = { ...later, lockVersion: 1 }
    await fabman.workshop.changeBooking(id, 1, { ...change, requestKey: 'of-the-member' })
    expect(await Promise.all(bodies)).toEqual([change])
  })

  test('may overlap its old times but no other booking; a refusal names every reason and changes nothing', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    await fabman.workshop.createBooking({ ...asked, member: 2, ...later })
    const into = { fromDateTime: '2026-12-02T19:00', untilDateTime: '2026-12-02T20:00', lockVersion: 1 }
    expect(await fabman.workshop.changeBooking(id, 1, into)).toMatchObject({
      fromDateTime: '2026-12-02T19:00',
    })
    const taken = fabman.workshop.changeBooking(id, 1, { ...later, lockVersion: 2 })
    await expect(taken).rejects.toMatchObject({
      code: 'refused',
      options: { refusals: [{ code: 'overlap', nextPossible: '2026-12-03T08:00' }] },
    })
    expect(rowOf(id)).toMatchObject({ fromDateTime: '2026-12-02T19:00', lockVersion: 2 })
  })

  test('with an outdated version is a conflict, also when the version changes in between', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    const change = { ...later, lockVersion: 1 }
    await fabman.workshop.createBooking({
      ...asked,
      member: 2,
      fromDateTime: '2026-12-03T08:00',
      untilDateTime: '2026-12-03T09:00',
    })
    const stale = { fromDateTime: '2026-12-03T08:00', untilDateTime: '2026-12-03T09:00', lockVersion: 7 }
    await expect(fabman.workshop.changeBooking(id, 1, stale)).rejects.toMatchObject(problem('conflict'))
    const row = rowOf(id)
    const changing = fabman.workshop.changeBooking(id, 1, change)
    // The staff changes the booking while our rules judge.
    await Promise.resolve()
    if (row) double.account.update('bookings', row, {})
    await expect(changing).rejects.toMatchObject(problem('conflict'))
  })

  test('finds no booking of another member, and is too late for a cancelled one', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    expect(await fabman.workshop.changeBooking(id, 2, { ...later, lockVersion: 1 })).toBeNull()
    expect(await fabman.workshop.changeBooking(99, 1, { ...later, lockVersion: 1 })).toBeNull()
    await fabman.workshop.cancelBooking(id, 1)
    const late = fabman.workshop.changeBooking(id, 1, { ...later, lockVersion: 2 })
    await expect(late).rejects.toMatchObject(problem('bookingEnded'))
  })

  test('repeated with its key after a crash returns the booking, and without a key is a conflict', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    const change = { ...later, lockVersion: 1 }
    const keyed = { ...change, requestKey: 'of-the-member' }
    const changed = await fabman.workshop.changeBooking(id, 1, keyed)
    expect(await fabman.workshop.changeBooking(id, 1, keyed)).toEqual(changed)
    await expect(fabman.workshop.changeBooking(id, 1, change)).rejects.toMatchObject(problem('conflict'))
    const elsewhere = { ...keyed, untilDateTime: '2026-12-02T22:00' }
    await expect(fabman.workshop.changeBooking(id, 1, elsewhere)).rejects.toMatchObject(problem('conflict'))
    expect(rowOf(id)).toMatchObject({ ...later, lockVersion: 2 })
  })

  test('succeeds although its answer is lost', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    asMade('deaf', 'PUT')
    expect(await fabman.workshop.changeBooking(id, 1, { ...later, lockVersion: 1 })).toMatchObject(later)
  })
})

describe('cancelling', () => {
  test('goes on after the booking has changed in between', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    let times = 0
    const { account } = double
    double.faults.mode = 'slow'
    double.faults.slowMs = 0
    double.faults.only = ({ method }) => {
      const row = rowOf(id)
      if (method === 'PUT' && times++ < 2 && row) account.update('bookings', row, {})
      return false
    }
    expect(await fabman.workshop.cancelBooking(id, 1)).toMatchObject({ state: 'cancelled', lockVersion: 4 })
  })

  test('succeeds although its answer is lost', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    asMade('deaf', 'PUT')
    expect(await fabman.workshop.cancelBooking(id, 1)).toMatchObject({ id, state: 'cancelled' })
  })

  test('deletes the booking when Fabman does not let its state be changed', async () => {
    const { id } = await fabman.workshop.createBooking(asked)
    double.faults.mode = 'malformed'
    double.faults.only = ({ method }) => method === 'PUT'
    double.faults.mangle = (text) => text.replace('"cancelled"', '"confirmed"')
    expect(await fabman.workshop.cancelBooking(id, 1)).toMatchObject({
      id,
      state: 'cancelled',
      lockVersion: 2,
    })
    expect(rowOf(id)).toBeUndefined()
  })
})

describe('reading', () => {
  test('follows every page and leaves out private fields', async () => {
    const { account } = double
    for (let id = 1; id <= 1200; id++) {
      const day = `2026-${String(1 + (id % 11)).padStart(2, '0')}-${String(1 + (id % 28)).padStart(2, '0')}`
      account.insert('bookings', {
        resource: 3,
        member: 5,
        fromDateTime: `${day}T08:00`,
        untilDateTime: `${day}T09:00`,
      })
    }
    const bookings = await fabman.workshop.bookings({ member: 5 })
    expect(bookings).toHaveLength(1000)
    expect(bookings.at(-1)?.fromDateTime).toBe('2026-11-28T08:00')
    expect(double.requests.filter((request) => request.includes('/bookings'))).toHaveLength(2)
  })

  test.each([
    ['a week', { untilDateTime: '2026-12-14T00:00' }],
    ['a time without end, as in calendars', {}],
  ])('a thousand cancelled bookings of %s hide none that holds its time', async (_, until) => {
    const insert = (change: object) =>
      double.account.insert('bookings', { resource: 3, member: 5, ...change })
    insert({ fromDateTime: '2026-12-08T08:00', untilDateTime: '2026-12-08T09:00', state: 'confirmed' })
    const cancelled = {
      fromDateTime: '2026-12-09T08:00',
      untilDateTime: '2026-12-09T09:00',
      state: 'cancelled',
    }
    for (let count = 0; count < 1000; count++) insert(cancelled)
    const since = { resource: 3, fromDateTime: '2026-12-07T00:00' }
    const bookings = await fabman.workshop.bookings({ ...since, ...until })
    expect(bookings).toHaveLength(1000)
    expect(bookings[0]?.state).toBe('confirmed')
  })

  test('a booking of the staff holds its time and belongs to no member', async () => {
    double.account.insert('bookings', { resource: 2, ...later })
    expect(await fabman.workshop.bookings({ resource: 2 })).toMatchObject([{ member: 0, ...later }])
    await expect(fabman.workshop.createBooking({ ...asked, ...later })).rejects.toMatchObject(
      problem('refused'),
    )
  })

  test('finds a member among partial matches, and none when two members have the address', async () => {
    expect(await fabman.workshop.members({ email: 'm1@example.org' })).toMatchObject([{ id: 1 }])
    expect(await fabman.workshop.members({ email: 'M11@EXAMPLE.ORG' })).toMatchObject([{ id: 11 }])
    double.account.insert('members', { firstName: 'Zwei', emailAddress: 'm1@example.org', space: 1 })
    expect(await fabman.workshop.members({ email: 'm1@example.org' })).toEqual([])
  })

  test('the package list shows what metadata adds', async () => {
    const { account } = double
    account.insert('packages', {
      name: 'Team',
      description: '<div>Für <strong>drei</strong></div>',
      recurringFee: '149.00',
      metadata: { werkbank: { kind: 'team', nameEn: 'Team of three', seats: 3, givesDe: 'no list' } },
    })
    account.insert('packageCredits', { package: 2, amount: '150.00', period: 'month' })
    account.insert('packageCredits', { package: 2, amount: '10.00', period: 'once' })
    account.insert('packagePermissions', { package: 2, bookingFeeDiscountPercent: '15.00' })
    account.insert('packages', { name: 'Alt', state: 'archived' })
    account.insert('packages', { name: 'Woche', recurringFeePeriod: 'week' })
    expect((await fabman.workshop.packageList()).slice(1)).toEqual([
      {
        id: 2,
        kind: 'team',
        name: { de: 'Team', en: 'Team of three' },
        description: { de: 'Für drei', en: 'Für drei' },
        fee: '149.00',
        period: 'month',
        allowsBooking: true,
        credit: '150.00',
        bookingDiscount: '15.00',
        seats: 3,
        requirement: null,
        gives: { de: [], en: [] },
      },
    ])
  })

  test('equipment is in use when its bridge says so', async () => {
    const states = (await fabman.workshop.equipment({})).map(({ inUse, offline }) => [inUse, offline])
    expect(states).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ])
  })
})

test.each([
  ['booking', 'overlap', null],
  ['exclusiveResource', 'overlap', null],
  ['The member has no permission for this equipment', 'noPermission', null],
  ['openingHours', 'openingHours', null],
  ['slots', 'slotGrid', 30],
  ['bookingWindowMaxDays', 'windowMax', 30],
  ['bookingWindowMinHours', 'windowMin', 0],
])('Fabman’s %s is our %s', async (tag, code, limit) => {
  const [space = null] = await fabman.workshop.spaces()
  expect(refusedByFabman(new FabmanRefused(422, [tag], ''), space)).toMatchObject({
    code: 'refused',
    options: { refusals: [{ code, limit, nextPossible: null }] },
  })
})

describe('Fabman as an account elsewhere answers', () => {
  /** Puts something between us and Fabman. */
  const between = (change: (url: URL, send: () => Promise<Response>) => Promise<Response>) => {
    const { fetch } = double
    double.fetch = (request) => change(new URL(request.url), () => fetch(request))
  }

  test('a list of spaces without opening hours: they are read for each', async () => {
    const whole = await fabman.workshop.spaces()
    double = openDouble({ clock })
    between(async (url, send) => {
      const answer = await send()
      if (!url.pathname.endsWith('/spaces')) return answer
      const spaces = (await answer.json()) as { _embedded?: object }[]
      return Response.json(spaces.map((space) => ({ ...space, _embedded: undefined })))
    })
    const bare = await fabmanOf(database.db, double, clock).workshop.spaces()
    expect(whole[0]?._embedded.openingHours).toHaveLength(7)
    expect(bare[0]?._embedded.openingHours).toEqual(whole[0]?._embedded.openingHours)
  })

  test('an empty filter is not sent', async () => {
    const asked: string[] = []
    between((url, send) => {
      if (url.pathname.endsWith('/bookings')) asked.push(url.search)
      return send()
    })
    await fabmanOf(database.db, double, clock).workshop.bookings({ member: 1, state: '' })
    expect(asked).toHaveLength(1)
    expect(asked[0]).not.toContain('state=')
  })

  test('an empty date is none', async () => {
    double.account.insert('memberTrainings', {
      member: 1,
      trainingCourse: 1,
      date: '2026-01-01',
      untilDate: '',
    })
    expect((await fabman.workshop.trainings(1))?.at(-1)).toMatchObject({ untilDate: null })
  })
})

test.each(['internal', 'notFound', '__proto__', 'a new rule'])(
  'the tag %s from Fabman does not become a reason',
  (tag) => {
    const problem = refusedByFabman(new FabmanRefused(422, [tag], ''), null)
    expect([problem.code, problem.options.refusals]).toEqual(['refused', undefined])
  },
)

test('a refusal of Fabman refuses the booking, and a request that Fabman cannot read is an error of ours', async () => {
  double = openDouble({ clock })
  const refuse = double.fetch
  double.fetch = async (request) =>
    request.method === 'POST'
      ? Response.json({ message: 'Not on the day of the fair' }, { status: 422 })
      : refuse(request)
  fabman = fabmanOf(database.db, double, clock)
  await expect(fabman.workshop.createBooking(asked)).rejects.toMatchObject({ code: 'refused', status: 422 })
  double.fetch = async (request) =>
    request.method === 'POST'
      ? Response.json({ message: '"state" is not allowed' }, { status: 400 })
      : refuse(request)
  fabman = fabmanOf(database.db, double, clock)
  await expect(fabman.workshop.createBooking(asked)).rejects.toMatchObject(problem('upstreamUnavailable'))
  expect(await database.db.selectFrom('fabmanIntent').select('id').execute()).toEqual([])
})
