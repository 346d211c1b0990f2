import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { connectorApi } from '../../../contracts/http/connector.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import { asked, book, call, connectorOf, engineOf, fillWorkshop } from '../connector.fixture.ts'

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

/** What each is answered with: a service's two tokens, the member, another one, nobody, an account without a member. */
type Statuses = Record<'read' | 'manage' | 'own' | 'other' | 'nobody' | 'noMember', number>
const ofMember = { read: 403, manage: 403, own: 200, other: 404, nobody: 401, noMember: 404 }
const toRead = { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 }
const toManage = { ...toRead, read: 403 }

const matrix: Record<string, Statuses> = {
  'GET /fabman/bookings': toRead,
  'POST /fabman/bookings': { ...ofMember, own: 201 },
  'POST /fabman/bookings/quote': ofMember,
  'PATCH /fabman/bookings/{id}': ofMember,
  'DELETE /fabman/bookings/{id}': ofMember,
  'GET /fabman/bookings/costs': toRead,
  'GET /fabman/waitlist': toRead,
  'POST /fabman/waitlist': { ...ofMember, own: 422 },
  'DELETE /fabman/waitlist/{id}': { ...ofMember, own: 404 },
  'POST /fabman/waitlist/{id}/accept': { ...ofMember, own: 404 },
  'POST /fabman/check-ins': { ...ofMember, own: 404 },
  'GET /fabman/resources': toRead,
  'GET /fabman/resources/{id}': toRead,
  'GET /fabman/resources/{id}/check-in-secret': toManage,
  'PUT /fabman/resources/{id}/check-in-secret': toManage,
  'GET /fabman/spaces': toRead,
  'GET /fabman/spaces/{id}': toRead,
  'GET /fabman/{kind}/{id}/calendar-token': toManage,
  'PUT /fabman/{kind}/{id}/calendar-token': toManage,
  'GET /fabman/calendars/{kind}/{id}/{token}': { ...toRead, read: 404, manage: 404 },
  'GET /fabman/packages': toManage,
  'GET /fabman/members': toManage,
  'GET /fabman/members/{id}': toManage,
  'GET /fabman/members/{id}/credits': toManage,
  'GET /fabman/members/{id}/credits/{cid}/uses': { ...toManage, manage: 404 },
  'GET /fabman/members/{id}/packages': toManage,
  'GET /fabman/members/{id}/trainings': toManage,
  'GET /fabman/members/{id}/trained-resources': ofMember,
  'GET /fabman/members/{id}/equipment-access': ofMember,
}

describe('who may call what', () => {
  const booking = asked(1)
  const { fromDateTime, untilDateTime, resource, member } = booking
  const bodies: Record<string, object> = {
    'POST /fabman/bookings': booking,
    'POST /fabman/bookings/quote': booking,
    'PATCH /fabman/bookings/{id}': { fromDateTime, untilDateTime, lockVersion: 1 },
    'POST /fabman/waitlist': { fromDateTime, untilDateTime, resource, member },
    'POST /fabman/check-ins': { resource, member, secret: 'q'.repeat(32) },
  }
  const callers = { read: 'read', manage: 'manage', own: 1, other: 2, nobody: null, noMember: 99 } as const

  test('every route has a row, and a place in the description that is open to all', async () => {
    const known = Object.values(connectorApi).map(({ method, path }) => `${method} ${path}`)
    expect(Object.keys(matrix).toSorted()).toEqual(known.toSorted())
    const response = await call(fetch, null, 'GET', '/openapi.json')
    const { paths } = (await response.json()) as { paths: Record<string, object> }
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(known.toSorted())
  })

  test.each(Object.entries(matrix))('%s', async (name, expected) => {
    const [method = '', path = ''] = name.split(' ')
    const statuses: Record<string, number> = {}
    for (const [caller, as] of Object.entries(callers)) {
      await database.db.deleteFrom('booking').execute()
      const id = path.includes('bookings/{id}') ? (await book(fetch, 1)).id : 1
      const url =
        path
          .replace('{id}', String(id))
          .replace('{cid}', '999')
          .replace('{kind}', 'members')
          .replace('{token}', 't'.repeat(32)) +
        (path.endsWith('/members') ? '?email=a@b.de' : '') +
        (path.endsWith('/equipment-access') ? '?day=2026-12-03' : '') +
        (path.endsWith('/costs') ? '?ids=1' : '') +
        (path === '/fabman/waitlist' && method === 'GET' ? '?member=1' : '')
      const response = await call(fetch, as, method, url, bodies[name])
      statuses[caller] = response.status
      if (response.status >= 400) {
        expect(response.headers.get('content-type')).toContain('application/problem+json')
        expect(await response.text()).not.toContain('Vorname1')
      }
    }
    expect(statuses).toEqual(expected)
  })
})
