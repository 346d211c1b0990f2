import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Fetch } from '../../platform/http/service.ts'
import { asked, call, type Caller, connectorOf, now } from './connector.fixture.ts'
import { type Twin, twins } from './twins.fixture.ts'

describe.each(twins)('trainings of members at a workshop system, %s:', (_, open) => {
  let twin: Twin
  let fetch: Fetch

  beforeAll(async () => {
    twin = await open(() => now)
  })
  afterAll(() => twin.close())
  beforeEach(async () => {
    await twin.removeBookings()
    fetch = connectorOf(twin.workshop, () => now)
  })

  const json = async (path: string, as: Caller) => (await call(fetch, as, 'GET', path)).json()
  const post = async (member: number, change: Parameters<typeof asked>[1]) => {
    const response = await call(fetch, member, 'POST', '/fabman/bookings', asked(member, change))
    return response.status
  }

  test('a training gets another last day and is taken away, and bookings follow at once', async () => {
    const own = async () =>
      (await json('/fabman/members/2/trainings', 'manage')) as { id: number; untilDate: string | null }[]
    const before = await own()
    const id = before[0]?.id ?? 0
    const path = `/fabman/members/2/trainings/${id}`
    const end = (untilDate: string | null, at = path) => call(fetch, 'manage', 'PATCH', at, { untilDate })
    const laser = async () => post(2, { resource: '1' })
    for (const untilDate of ['2026-12-01', '2026-12-01', '2026-12-02']) {
      const response = await end(untilDate)
      expect(response.status).toBe(200)
      expect(await response.json()).toEqual(before.map((each) => ({ ...each, untilDate })))
      expect(await laser()).toBe(untilDate < '2026-12-02' ? 422 : 201)
    }
    expect(await (await end('2025-12-31')).json()).toMatchObject({
      code: 'invalidInput',
      errors: [{ field: 'untilDate' }],
    })
    // Of another member, and of nobody.
    await end('2026-01-01', `/fabman/members/1/trainings/${id}`)
    expect(await own()).toMatchObject([{ id, untilDate: '2026-12-02' }])
    expect((await end(null, `/fabman/members/999/trainings/${id}`)).status).toBe(404)
    expect((await end(null)).status).toBe(200)
    expect(await own()).toEqual(before)

    await twin.removeBookings()
    const remove = (member: number) =>
      call(fetch, 'manage', 'DELETE', `/fabman/members/${member}/trainings/${id}`)
    await remove(1)
    expect(await own()).toEqual(before)
    for (let time = 0; time < 2; time++) {
      const response = await remove(2)
      expect([response.status, await response.json()]).toEqual([200, []])
      expect(await json('/fabman/members/2/trained-resources', 2)).toEqual([])
      expect(await laser()).toBe(422)
    }
    expect((await remove(999)).status).toBe(404)
  })
})
