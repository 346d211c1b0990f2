import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Booking } from '../../contracts/booking.ts'
import type { OpenedDatabase } from '../../platform/database.ts'
import { testDatabase } from '../../platform/database.fixture.ts'
import type { Fetch } from '../../platform/http.ts'
import { asked, book, call, connectorOf, engineOf, fillWorkshop } from './connector.fixture.ts'
import { routes } from './routes.ts'

let database: OpenedDatabase
let fetch: Fetch

beforeAll(async () => {
  database = await testDatabase()
  await fillWorkshop(database.db)
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.deleteFrom('booking').execute()
  fetch = connectorOf(engineOf(database.db))
})

describe('who may call what', () => {
  const booking = asked(1)
  const matrix: [
    string,
    string,
    Record<'read' | 'manage' | 'own' | 'other' | 'nobody' | 'noMember', number>,
  ][] = [
    ['GET', '/fabman/bookings', { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 }],
    [
      'POST',
      '/fabman/bookings',
      { read: 403, manage: 403, own: 201, other: 404, nobody: 401, noMember: 404 },
    ],
    [
      'DELETE',
      '/fabman/bookings/{id}',
      { read: 403, manage: 403, own: 200, other: 404, nobody: 401, noMember: 404 },
    ],
    [
      'GET',
      '/fabman/resources/{id}',
      { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 },
    ],
    [
      'GET',
      '/fabman/resources',
      { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 },
    ],
    [
      'GET',
      '/fabman/members/{id}/trained-resources',
      { read: 403, manage: 403, own: 200, other: 404, nobody: 401, noMember: 404 },
    ],
    ['GET', '/fabman/spaces', { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 }],
    [
      'GET',
      '/fabman/spaces/{id}',
      { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 },
    ],
    ['GET', '/fabman/members', { read: 403, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 }],
    ['GET', '/fabman/packages', { read: 403, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 }],
    ...['', '/credits', '/credits/{cid}/uses', '/packages', '/trainings'].map(
      (rest): (typeof matrix)[number] => [
        'GET',
        `/fabman/members/{id}${rest}`,
        {
          read: 403,
          manage: rest.includes('cid') ? 404 : 200,
          own: 401,
          other: 401,
          nobody: 401,
          noMember: 401,
        },
      ],
    ),
  ]
  type Statuses = (typeof matrix)[number][2]
  const ofMember = { read: 403, manage: 403, other: 404, nobody: 401, noMember: 404 }
  const toRead = { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 }
  const rows: Record<string, Statuses> = {
    'POST /fabman/bookings/quote': { ...ofMember, own: 200 },
    'PATCH /fabman/bookings/{id}': { ...ofMember, own: 200 },
    'GET /fabman/bookings/{id}/cost': { ...toRead },
    'GET /fabman/waitlist': toRead,
    'POST /fabman/waitlist': { ...ofMember, own: 422 },
    'DELETE /fabman/waitlist/{id}': { ...ofMember, own: 404 },
    'POST /fabman/waitlist/{id}/accept': { ...ofMember, own: 404 },
    'POST /fabman/check-ins': { ...ofMember, own: 404 },
    'GET /fabman/resources/{id}/check-in-secret': { ...toRead, read: 403 },
    'PUT /fabman/resources/{id}/check-in-secret': { ...toRead, read: 403 },
    'GET /fabman/{kind}/{id}/calendar-token': { ...toRead, read: 403 },
    'PUT /fabman/{kind}/{id}/calendar-token': { ...toRead, read: 403 },
    'GET /fabman/calendars/{kind}/{id}/{token}': { ...toRead, read: 404, manage: 404 },
  }
  for (const [name, expected] of Object.entries(rows)) {
    const [method = '', path = ''] = name.split(' ')
    matrix.push([method, path, expected])
  }
  const { fromDateTime, untilDateTime, resource, member } = booking
  const bodies: Record<string, object> = {
    'POST /fabman/bookings': booking,
    'POST /fabman/bookings/quote': booking,
    'PATCH /fabman/bookings/{id}': { fromDateTime, untilDateTime, lockVersion: 1 },
    'POST /fabman/waitlist': { fromDateTime, untilDateTime, resource, member },
    'POST /fabman/check-ins': { resource, member, secret: 'q'.repeat(32) },
  }
  const callers = { read: 'read', manage: 'manage', own: 1, other: 2, nobody: null, noMember: 99 } as const

  test('every route has a row', () => {
    const described = Object.values(routes).map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(matrix.map(([method, path]) => `${method} ${path}`).toSorted()).toEqual(described.toSorted())
  })

  test.each(matrix)('%s %s', async (method, path, expected) => {
    const statuses: Record<string, number> = {}
    for (const [name, as] of Object.entries(callers)) {
      await database.db.deleteFrom('booking').execute()
      const id = path.includes('bookings/{id}') ? (await book(fetch, 1)).id : 1
      const url =
        path
          .replace('{id}', String(id))
          .replace('{cid}', '999')
          .replace('{kind}', 'members')
          .replace('{token}', 't'.repeat(32)) +
        (path.endsWith('/members') ? '?email=a@b.de' : '') +
        (path === '/fabman/waitlist' && method === 'GET' ? '?member=1' : '')
      const response = await call(fetch, as, method, url, bodies[`${method} ${path}`])
      statuses[name] = response.status
      if (response.status >= 400) {
        expect(response.headers.get('content-type')).toContain('application/problem+json')
        expect(await response.text()).not.toContain('Vorname1')
      }
    }
    expect(statuses).toEqual(expected)
  })

  test('booking in the name of another member is a 404 and books nothing', async () => {
    const response = await call(fetch, 2, 'POST', '/fabman/bookings', asked(1))
    expect([response.status, await response.json()]).toMatchObject([404, { errors: [{ field: 'member' }] }])
    expect(await countOfBookings()).toBe(0)
  })

  test("a foreign booking stays as it is, and its answer is that of one that isn't there", async () => {
    const { id } = await book(fetch, 1)
    const foreign = await call(fetch, 2, 'DELETE', `/fabman/bookings/${id}`)
    const missing = await call(fetch, 2, 'DELETE', `/fabman/bookings/${id + 1}`)
    const without = async (response: Response) => ({ ...(await response.json()), requestId: '' })
    expect(await without(foreign)).toEqual(await without(missing))
    const [booking] = (await (
      await call(fetch, 'read', 'GET', '/fabman/bookings?member=1&state=')
    ).json()) as unknown[]
    expect(Booking.parse(booking).state).toBe('confirmed')
  })
})

async function countOfBookings(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from booking`.execute(
    database.db,
  )
  return rows[0]?.count ?? -1
}
