import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import type { Fetch } from '../../../../platform/http/service.ts'
import { addDays } from '../../../../rules/time.ts'
import { openDouble } from '../../../../doubles/fabman/workshop.fixture.ts'
import { asked, call, connectorOf } from '../../connector.fixture.ts'
import { fabmanOf } from '../../twins.fixture.ts'

/** A rush: many requests at once for one slot, from several members. */
const rush = 200
const rounds = 50
const members = 40
const clock = () => new Date('2026-12-01T08:00:00Z')

let database: OpenedDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

function open(connectors: number) {
  const double = openDouble({ members, judgesAdmins: false, clock })
  const fetches = Array.from({ length: connectors }, () =>
    connectorOf(fabmanOf(database.db, double, clock).workshop, clock),
  )
  return { double, fetches }
}

/** Two hours, different ones in each round. */
function slot(round: number) {
  const day = addDays('2026-12-02', Math.floor(round / 7))
  const hour = (index: number) => String(8 + 2 * index).padStart(2, '0')
  const index = round % 7
  return { fromDateTime: `${day}T${hour(index)}:00`, untilDateTime: `${day}T${hour(index + 1)}:00` }
}

async function rushFor(fetches: Fetch[], round: number) {
  const attempts = Array.from({ length: rush }, (_, index) => {
    const member = 1 + (index % members)
    const fetch = fetches[index % fetches.length] as Fetch
    return call(fetch, member, 'POST', '/fabman/bookings', asked(member, slot(round)))
  })
  const statuses: Record<number, number> = {}
  const codes = new Set<unknown>()
  for (const response of await Promise.all(attempts)) {
    statuses[response.status] = (statuses[response.status] ?? 0) + 1
    if (response.status !== 201) codes.add(((await response.json()) as { code: unknown }).code)
  }
  return { statuses, codes: [...codes] }
}

test.each([
  ['one connector', 1],
  ['two connectors', 2],
])(
  `${rush} parallel bookings of one slot, ${rounds} rounds, %s: exactly one success each`,
  async (_, connectors) => {
    const { double, fetches } = open(connectors)
    for (let round = 0; round < rounds; round++) {
      const { statuses, codes } = await rushFor(fetches, round)
      expect(statuses, `round ${round}`).toEqual({ 201: 1, 422: rush - 1 })
      expect(codes, `round ${round}`).toEqual(['overlap'])
    }
    expect(double.account.rows('bookings')).toHaveLength(rounds)
    // A rush costs Fabman one booking call per connector, not one per request.
    const posts = double.requests.filter((request) => request.startsWith('POST'))
    expect(posts.length).toBeLessThanOrEqual(rounds * connectors)
    expect(double.requests.length).toBeLessThanOrEqual(rounds * connectors * 10)
    expect(await database.db.selectFrom('fabmanIntent').select('id').execute()).toEqual([])
  },
  90_000,
)

test('one member on three pieces of exclusive equipment at once: one booking', async () => {
  const { fetches } = open(1)
  const statuses = await Promise.all(
    ['1', '2', '3'].map(async (resource) => {
      const body = asked(1, { resource })
      return (await call(fetches[0] as Fetch, 1, 'POST', '/fabman/bookings', body)).status
    }),
  )
  expect(statuses.toSorted()).toEqual([201, 422, 422])
})

test('a member at four connectors at once never gets more than a day’s minutes', async () => {
  const { double, fetches } = open(4)
  const [space] = double.account.rows('spaces')
  double.account.update('spaces', space as never, { bookingMaxMinutesPerMemberDay: 120 })
  for (let round = 0; round < 10; round++) {
    const day = addDays('2026-12-02', round)
    const answers = await Promise.all(
      fetches.map((fetch, index) => {
        const [from, until] = [`${day}T${10 + 2 * index}:00`, `${day}T${12 + 2 * index}:00`]
        return call(
          fetch,
          1,
          'POST',
          '/fabman/bookings',
          asked(1, { fromDateTime: from, untilDateTime: until }),
        )
      }),
    )
    expect(answers.map(({ status }) => status).toSorted(), day).toEqual([201, 422, 422, 422])
  }
  expect(await database.db.selectFrom('fabmanTurn').selectAll().execute()).toEqual([])
})

test('the lock of a dead process expires', async () => {
  const { fetches } = open(1)
  const turn = { memberId: 1, holder: randomUUID(), until: new Date(Date.now() + 1000) }
  await database.db.insertInto('fabmanTurn').values(turn).execute()
  const answer = await call(fetches[0] as Fetch, 1, 'POST', '/fabman/bookings', asked(1, slot(0)))
  expect(answer.status).toBe(201)
  expect(Date.now()).toBeGreaterThanOrEqual(turn.until.getTime())
})

test('cancelling while others book: never two bookings at a time', async () => {
  const { double, fetches } = open(2)
  const fetch = fetches[0] as Fetch
  for (let round = 0; round < 20; round++) {
    const first = await call(fetch, 1, 'POST', '/fabman/bookings', asked(1, slot(round)))
    const { id } = (await first.json()) as { id: number }
    const others = Array.from({ length: 20 }, (_, index) => {
      const member = 2 + index
      const body = asked(member, slot(round))
      return call(fetches[index % 2] as Fetch, member, 'POST', '/fabman/bookings', body)
    })
    const cancelled = call(fetch, 1, 'DELETE', `/fabman/bookings/${id}`)
    const statuses = (await Promise.all([...others, cancelled])).map(({ status }) => status)
    expect(statuses.filter((status) => status >= 500)).toEqual([])
    expect((await cancelled).status).toBe(200)
    const { fromDateTime } = slot(round)
    const held = double.account
      .rows('bookings')
      .filter((row) => row['fromDateTime'] === fromDateTime && row['state'] !== 'cancelled')
    expect(held.length).toBeLessThanOrEqual(1)
    expect(held.map((row) => row.id)).not.toContain(id)
  }
}, 60_000)
