import { describe, expect, test, vi } from 'vitest'
import { StoreError } from '../../../clients/store-error.ts'
import { dataApi } from '../../../contracts/http/data.ts'
import type { OwnBooking, WeekView } from '../../../contracts/live.ts'
import { aBooking, canary } from '../../booking/booking.fixture.ts'
import '../../i18n/message-files.server.ts'
import { action, loader } from './data.ts'
import { dataRequest, foreignProblem } from './data.fixture.ts'

const ofMember7 = aBooking('2026-11-25T10:00', '2026-11-25T10:30')
const ofMember8 = aBooking('2026-11-25T12:00', '2026-11-25T12:30', {
  id: 22,
  member: {
    id: 8,
    memberNumber: canary,
    firstName: canary,
    lastName: canary,
    state: 'active',
  },
})
const both = [ofMember7, ofMember8]
const thisWeek = '/data/week?resource=1&day=2026-11-25'

const stateAt = (view: WeekView, from: string) =>
  view.days.flatMap(({ slots }) => slots).find((slot) => slot.from === from)?.state

describe('GET /data/week', () => {
  test('a visitor sees when it is taken', async () => {
    const { args, asked } = dataRequest(thisWeek, { bookings: both })
    const answer = await loader(args)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    const view = (await answer.json()) as WeekView
    expect([stateAt(view, '2026-11-25T10:00'), stateAt(view, '2026-11-25T12:00')]).toEqual(['taken', 'taken'])
    expect(asked).toEqual([
      { resource: 1, fromDateTime: '2026-11-21T00:00', untilDateTime: '2026-11-28T00:00' },
    ])
  })

  test('a member sees the own booking, and whose the others are not', async () => {
    const { args } = dataRequest(thisWeek, { bookings: both, caller: { memberId: 7 } })
    const view = (await (await loader(args)).json()) as WeekView
    expect([stateAt(view, '2026-11-25T10:00'), stateAt(view, '2026-11-25T12:00')]).toEqual(['own', 'taken'])
  })
})

describe('GET /data/week for a booking that moves', () => {
  const at = '2026-11-25T10:00'
  const states = async (moves: number, caller: { memberId: number } | null) => {
    const { args } = dataRequest(`${thisWeek}&moves=${moves}`, { bookings: both, caller })
    const view = (await (await loader(args)).json()) as WeekView
    return [view.moves, stateAt(view, at), stateAt(view, '2026-11-25T12:00')]
  }

  test('it is in nobody’s way, others are', async () => {
    expect(await states(21, { memberId: 7 })).toEqual([21, 'free', 'taken'])
  })

  test('it is the caller’s own, or it stays where it is', async () => {
    expect(await states(22, { memberId: 7 })).toEqual([null, 'own', 'taken'])
    expect(await states(21, null)).toEqual([null, 'taken', 'taken'])
    expect(await states(77, { memberId: 7 })).toEqual([null, 'own', 'taken'])
  })

  test('one that runs can be extended: its own time can be chosen again', async () => {
    const running = aBooking('2026-11-21T10:30', '2026-11-21T12:00')
    const { args } = dataRequest('/data/week?resource=1&day=2026-11-21&moves=21', {
      bookings: [running],
      caller: { memberId: 7 },
    })
    const view = (await (await loader(args)).json()) as WeekView
    expect(['10:00', '10:30', '11:30', '12:00'].map((time) => stateAt(view, `2026-11-21T${time}`))).toEqual([
      'refused',
      'free',
      'free',
      'free',
    ])
  })
})

describe('GET /data/waitlist', () => {
  const place = {
    id: 1,
    resource: 1,
    member: 7,
    fromDateTime: '2026-11-25T12:00',
    untilDateTime: '2026-11-25T12:30',
    state: 'waiting',
    booking: null,
    offeredUntil: null,
    createdAt: canary,
  }
  const ask = (waitlist: () => Promise<unknown>, caller: { memberId: number } | null = { memberId: 7 }) =>
    loader(dataRequest('/data/waitlist', { caller, connector: { waitlist: waitlist as never } }).args)

  test('what is waited for and offered, the soonest first, until when on the clock of the space', async () => {
    const asked: unknown[] = []
    const answer = await ask((async (query: { member: number }) => {
      asked.push(query)
      return [
        place,
        {
          ...place,
          id: 2,
          fromDateTime: '2026-11-23T10:00',
          untilDateTime: '2026-11-23T11:00',
          state: 'offered',
          booking: 33,
          offeredUntil: '2026-11-21T10:30:00.000Z',
        },
        { ...place, id: 3, state: 'left' },
        { ...place, id: 4, state: 'taken' },
        { ...place, id: 5, fromDateTime: '2026-11-21T09:00', untilDateTime: '2026-11-21T11:00' },
      ]
    }) as never)
    const text = await answer.text()
    expect(asked).toEqual([{ member: 7 }])
    expect(JSON.parse(text)).toMatchObject([
      { id: 2, state: 'offered', booking: 33, offeredUntil: '2026-11-21T11:30' },
      { id: 1, state: 'waiting', resource: { id: 1, name: 'Lasercutter' }, offeredUntil: null },
    ])
    expect(text).not.toContain(canary)
  })

  test('null where the workshop system has no lines', async () => {
    const answer = await ask(() => Promise.reject(new StoreError(501, null)))
    expect([answer.status, await answer.json()]).toEqual([200, null])
  })

  test('a connector that is away is no workshop system without lines', async () => {
    expect((await ask(() => Promise.reject(new StoreError(503, null)))).status).toBe(503)
  })

  test('a visitor is 401', async () => {
    expect((await ask(async () => [place], null)).status).toBe(401)
  })
})

describe('nothing of others goes out but the name to members, where names are public (P9)', () => {
  const callers = [null, { memberId: 7 }, { memberId: 9 }]
  const routes = [
    ['/data/week', loader, thisWeek],
    ['/data/equipment', loader, '/data/equipment'],
    ['/data/days', loader, '/data/days?resource=1'],
  ] as const
  test.each(routes.flatMap((route) => callers.map((caller) => [...route, caller] as const)))(
    '%s, %#',
    async (_, loader, path, caller) => {
      const answer = await loader(dataRequest(path, { bookings: both, caller }).args)
      expect(answer.status).toBe(200)
      const text = await answer.text()
      expect(caller ? text.replaceAll(`"who":"${canary} C."`, '') : text).not.toContain(canary)
      expect(text).not.toMatch(/member|calendar|notes|input/i)
    },
  )

  test('/data/bookings has the caller’s own ones alone', async () => {
    const answer = await loader(
      dataRequest('/data/bookings', { bookings: both, caller: { memberId: 8 } }).args,
    )
    const text = await answer.text()
    expect((JSON.parse(text) as { id: number }[]).map(({ id }) => id)).toEqual([22])
    expect(text).not.toContain(canary)
  })

  test('/data/bookings asks once what all of them cost, and is there without it', async () => {
    const own = [
      ofMember7,
      aBooking('2026-11-26T10:00', '2026-11-26T11:00', { id: 23 }),
      aBooking('2026-11-27T10:00', '2026-11-27T11:00', { id: 24, state: 'cancelled' }),
      aBooking('2026-11-20T10:00', '2026-11-20T11:00', { id: 25 }),
    ]
    const asked: number[][] = []
    const told = async (bookingCosts: (query: { ids: number[] }) => Promise<unknown>) => {
      const given = { bookings: own, caller: { memberId: 7 }, connector: { bookingCosts } as never }
      const answer = await loader(dataRequest('/data/bookings', given).args)
      return ((await answer.json()) as OwnBooking[]).map(({ id, cost }) => [id, cost])
    }
    const cost = { price: '3.00', freeUntil: null, onCancelling: '1.00' }
    const credits = [
      { credit: 1, amount: '0.50' },
      { credit: 2, amount: '1.75' },
    ]
    const known = [{ booking: 23, minutes: 60, credits, money: '0.75', charged: null, ...cost }]
    const costs = async ({ ids }: { ids: number[] }) => {
      asked.push(ids)
      return known
    }
    expect(await told(costs)).toEqual([
      [ofMember7.id, null],
      [23, { ...cost, credits: '2.25', money: '0.75', refundable: true }],
      [24, null],
      [25, null],
    ])
    expect(asked).toEqual([[ofMember7.id, 23, 24, 25]])
    expect(await told(() => Promise.reject(new StoreError(501, null)))).toEqual([
      [ofMember7.id, null],
      [23, null],
      [24, null],
      [25, null],
    ])
  })

  test.each([
    ['2026-11-21T10:59', true],
    ['2026-11-21T11:01', false],
    [null, false],
  ])('/data/bookings: after the deadline %s a booking may only become longer: %s', async (until, only) => {
    const cost = { price: '3.00', freeUntil: until, onCancelling: '0.00', credits: [], money: '3.00' }
    const bookingCosts = async ({ ids }: { ids: number[] }) =>
      ids.map((booking) => ({ booking, minutes: 60, charged: null, ...cost }))
    const past = aBooking('2026-11-20T10:00', '2026-11-20T11:00', { id: 25 })
    const given = {
      bookings: [ofMember7, past],
      caller: { memberId: 7 },
      connector: { bookingCosts } as never,
    }
    const answer = await loader(dataRequest('/data/bookings', given).args)
    const told = ((await answer.json()) as OwnBooking[]).map(({ id, canOnlyExtend }) => [id, canOnlyExtend])
    expect(told).toEqual([
      [ofMember7.id, only],
      [25, false],
    ])
  })

  test('/data/bookings leaves out what was offered and not taken', async () => {
    const offers = [21, 22, 23, 24].map((id) =>
      aBooking('2026-11-26T10:00', '2026-11-26T11:00', { id, state: id === 24 ? 'confirmed' : 'cancelled' }),
    )
    const states = ['left', 'expired', 'taken', 'taken']
    const waitlist = async () => offers.map(({ id }, index) => ({ booking: id, state: states[index] }))
    const told = async (connector: object) => {
      const given = { bookings: offers, caller: { memberId: 7 }, connector: connector as never }
      const answer = await loader(dataRequest('/data/bookings', given).args)
      return ((await answer.json()) as OwnBooking[]).map(({ id }) => id).toSorted()
    }
    expect(await told({ waitlist })).toEqual([23, 24])
    expect(await told({ waitlist: () => Promise.reject(new StoreError(501, null)) })).toHaveLength(4)
  })

  test('a machine that members do not see is not there', async () => {
    const answer = await loader(dataRequest('/data/week?resource=2&day=2026-11-25').args)
    expect(answer.status).toBe(404)
    expect((await loader(dataRequest('/data/days?resource=2').args)).status).toBe(404)
    const machines = await loader(dataRequest('/data/equipment').args)
    expect(((await machines.json()) as { id: number }[]).map(({ id }) => id)).toEqual([1])
  })
})

describe('an answer fits its contract', () => {
  const offered = { booking: 33, offeredUntil: '2026-11-21T10:30:00.000Z', state: 'offered' }
  const entry = { id: 1, resource: 1, fromDateTime: '2026-11-25T12:00', untilDateTime: '2026-11-25T12:30' }
  const given = {
    bookings: both,
    caller: { memberId: 7 },
    connector: { waitlist: async () => [{ ...entry, ...offered }] as never },
    services: { content: { storiesOfType: async () => [] } },
  }
  test.each([
    ['week', thisWeek, loader],
    ['free', '/data/free?from=2026-11-23T10:00&minutes=120', loader],
    ['equipment', '/data/equipment', loader],
    ['days', '/data/days?resource=1', loader],
    ['bookings', '/data/bookings', loader],
    ['waitlist', '/data/waitlist', loader],
  ] as const)('%s', async (name, path, loader) => {
    const answer: unknown = await (await loader(dataRequest(path, given).args)).json()
    expect(dataApi[name].answer.parse(answer)).toEqual(answer)
  })
})

describe('an answer that is not from now says how old it is', () => {
  const content = { storiesOfType: async () => [] }
  const given = { caller: { memberId: 7 }, services: { content } }
  test.each([
    [thisWeek, loader],
    ['/data/days?resource=1', loader],
    ['/data/equipment', loader],
    ['/data/bookings', loader],
    ['/data/free?from=2026-11-23T10:00&minutes=120', loader],
  ] as const)('%s', async (path, loader) => {
    const age = async (ages: number[]) =>
      (await loader(dataRequest(path, { ...given, ages }).args)).headers.get('age')
    expect([await age([]), await age([30, 120, 60])]).toEqual([null, '120'])
  })
})

describe('bad input is a 400 that names the field', () => {
  const id = 'resource'
  test.each([
    ['/data/week', [id, 'day']],
    ['/data/week?resource=1', ['day']],
    ['/data/week?resource=0&day=2026-11-25', [id]],
    ['/data/week?resource=-1&day=2026-11-25', [id]],
    ['/data/week?resource=1.5&day=2026-11-25', [id]],
    ['/data/week?resource=1e3&day=2026-11-25', [id]],
    ['/data/week?resource=99999999999&day=2026-11-25', [id]],
    ['/data/week?resource=1&resource=2&day=2026-11-25', [id]],
    ['/data/week?resource=1%00&day=2026-11-25', [id]],
    ['/data/week?resource[]=1&day=2026-11-25', [id]],
    ['/data/week?resource=1&day=', ['day']],
    ['/data/week?resource=1&day=2026-02-30', ['day']],
    ['/data/week?resource=1&day=25.11.2026', ['day']],
    ['/data/week?resource=1&day=0000-01-01', ['day']],
    ['/data/week?resource=1&day=1899-12-31', ['day']],
    ['/data/week?resource=1&day=2199-12-30', ['day']],
    ['/data/week?resource=1&day=9999-12-31', ['day']],
    ['/data/week?resource=1&day=2026-11-25T10:00', ['day']],
    ['/data/week?resource=1&day=2026-11-25&moves=x', ['moves']],
    [`/data/week?resource=1&day=${'9'.repeat(40)}`, ['day']],
  ])('%s', async (path, fields) => {
    const { args, logged, asked } = dataRequest(path)
    const answer = await loader(args)
    expect(answer.status).toBe(400)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    const body = (await answer.json()) as { code: string; errors: { field: string }[] }
    expect(body.code).toBe('invalidInput')
    expect(body.errors.map(({ field }) => field)).toEqual(fields)
    expect([logged, asked]).toEqual([[], []])
  })

  test.each(['1900-01-01', '2199-12-29'])('the last days that count: %s', async (day) => {
    expect((await loader(dataRequest(`/data/week?resource=1&day=${day}`).args)).status).toBe(200)
  })
})

describe('who asks', () => {
  test('/data/bookings of a visitor is 401', async () => {
    const answer = await loader(dataRequest('/data/bookings').args)
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer, DPoP'])
    expect(await answer.json()).toMatchObject({ code: 'unauthorized', message: 'Bitte melde dich an.' })
  })

  test.each([
    ['/data/bookings', loader],
    [thisWeek, loader],
  ])('%s with a bad token is 401, never somebody’s answer and no bug', async (path, loader) => {
    const { args, logged } = dataRequest(path, { caller: foreignProblem('unauthorized', 401) })
    const answer = await loader(args)
    expect([answer.status, logged]).toEqual([401, []])
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })
})

describe('when something behind fails', () => {
  const failing = (error: Error) => ({
    connector: {
      spaces: async () => {
        throw error
      },
    },
  })

  test('a connector that does not answer is 503, with a line in the log', async () => {
    const { args, logged } = dataRequest('/data/equipment', failing(new StoreError(503, null)))
    const answer = await loader(args)
    expect(await answer.json()).toMatchObject({ status: 503, code: 'upstreamUnavailable' })
    expect(logged).toHaveLength(1)
  })

  test.each([new StoreError(401, null), new Error(canary), foreignProblem('toString', 200)])(
    '%s is 500 and says nothing',
    async (error) => {
      const { args, logged } = dataRequest('/data/equipment?locale=en', failing(error))
      const answer = await loader(args)
      const text = await answer.text()
      expect([answer.status, logged.length]).toEqual([500, 1])
      expect(text).not.toContain(canary)
      expect(text).toContain('Something went wrong on our side')
    },
  )
})

test.each(['signedIn', 'bookings'])('nobody waits longer than three seconds for %s', async (silent) => {
  vi.useFakeTimers()
  try {
    const hang = () => new Promise<never>(() => {})
    const given = silent === 'signedIn' ? { services: { signedIn: hang } } : { connector: { bookings: hang } }
    const { args, logged } = dataRequest(thisWeek, given)
    const answering = loader(args)
    await vi.advanceTimersByTimeAsync(3000)
    const answer = await Promise.race([answering, Promise.resolve(null)])
    expect([answer?.status, answer?.headers.get('retry-after')]).toEqual([503, '5'])
    expect(logged).toHaveLength(1)
  } finally {
    vi.useRealTimers()
  }
})

test.each([
  ['week', action],
  ['bookings', action],
  ['equipment', action],
  ['waitlist', action],
])('/data/%s can only be read', async (name, action) => {
  const answer = await action(dataRequest(`/data/${name}`).args)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  expect(await answer.json()).toMatchObject({ code: 'methodNotAllowed' })
})
