import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type ConnectorApi, connectorApi } from '../../../contracts/http/connector.ts'
import type { Endpoint } from '../../../contracts/http/endpoint.ts'
import type { OpenedDatabase } from '../../../platform/database/database.ts'
import { testDatabase } from '../../../platform/database/database.fixture.ts'
import type { Fetch } from '../../../platform/http/service.ts'
import { asked, book, call, connectorOf, engineOf, fillWorkshop } from '../connector.fixture.ts'
import { changedContact as contact } from '../../../tests/buyer.fixture.ts'

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

/** Status for each caller: a service's two tokens, the member, another member, nobody, an account without a member. */
type Statuses = Record<'read' | 'manage' | 'own' | 'other' | 'nobody' | 'noMember', number>
const ofMember = { read: 403, manage: 403, own: 200, other: 404, nobody: 401, noMember: 404 }
const toRead = { read: 200, manage: 200, own: 401, other: 401, nobody: 401, noMember: 401 }
const toManage = { ...toRead, read: 403 }

/** Statuses that do not follow from the callers of an endpoint. */
const exceptions: { [Name in keyof ConnectorApi]?: Partial<Statuses> } = {
  // Only Fabman has trainings that were not given here.
  givenTrainings: { manage: 501 },
  createBooking: { own: 201 },
  joinWaitlist: { own: 422 },
  leaveWaitlist: { own: 404 },
  acceptOffer: { own: 404 },
  checkIn: { own: 404 },
  calendarFeed: { read: 404, manage: 404 },
  creditUses: { manage: 404 },
}

function statusesOf({ callers }: Endpoint): Statuses {
  if (callers.includes('member')) return ofMember
  return callers.includes('read') ? toRead : toManage
}

describe('who may call what', () => {
  const booking = asked(1)
  const { fromDateTime, untilDateTime, resource, member } = booking
  const bodies: { [Name in keyof ConnectorApi]?: object } = {
    createBooking: booking,
    quoteBooking: booking,
    changeBooking: { fromDateTime, untilDateTime, lockVersion: 1 },
    joinWaitlist: { fromDateTime, untilDateTime, resource, member },
    checkIn: { resource, member, secret: 'q'.repeat(32) },
    changeMember: contact,
    endPackage: { untilDate: null },
    endTraining: { untilDate: null },
    endCredit: { untilDate: '2026-12-01' },
    grant: { member: { id: 1 }, packages: [], credits: [], trainings: [] },
    collectCharges: { member: 1, until: '2020-01-01T00:00:00Z' },
    recordPayment: { member: 1, cents: 1, description: 'x' },
  }
  const queries: { [Name in keyof ConnectorApi]?: string } = {
    members: '?email=a@b.de',
    openCharges: '?until=2026-01-01T00:00:00Z',
    teamCredits: '?day=2026-12-03',
    equipmentAccess: '?day=2026-12-03',
    bookingCosts: '?ids=1',
    waitlist: '?member=1',
  }
  const callers = { read: 'read', manage: 'manage', own: 1, other: 2, nobody: null, noMember: 99 } as const

  test('every endpoint is in the description, which is open to all', async () => {
    const known = Object.values(connectorApi).map(({ method, path }) => `${method} ${path}`)
    const response = await call(fetch, null, 'GET', '/openapi.json')
    const { paths } = (await response.json()) as { paths: Record<string, object> }
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.toSorted()).toEqual(known.toSorted())
  })

  test.each(Object.entries<Endpoint>(connectorApi))('%s', async (key, row) => {
    const name = key as keyof ConnectorApi
    const { method, path } = row
    const statuses: Record<string, number> = {}
    for (const [caller, as] of Object.entries(callers)) {
      await database.db.deleteFrom('booking').execute()
      const id = path.includes('bookings/{id}') ? (await book(fetch, 1)).id : 1
      const url =
        path
          .replace('{id}', String(id))
          .replace('{cid}', '999')
          .replace('{owned}', '1')
          .replace('{kind}', 'members')
          .replace('{key}', 'order-1')
          .replace('{token}', 't'.repeat(32)) + (queries[name] ?? '')
      const response = await call(fetch, as, method, url, bodies[name])
      statuses[caller] = response.status
      if (response.status >= 400) {
        expect(response.headers.get('content-type')).toContain('application/problem+json')
        expect(await response.text()).not.toContain('Vorname1')
      }
    }
    expect(statuses).toEqual({ ...statusesOf(row), ...exceptions[name] })
  })
})
