import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadWeek } from '../app/booking/week.server.ts'
import { createConnectorClient } from '../clients/connector.ts'
import { createPageReads } from '../clients/page-reads.ts'
import { testDatabase } from '../platform/database/database.fixture.ts'
import { asked, connectorOf, engineOf, fillWorkshop, now } from '../services/connector/connector.fixture.ts'

let opened: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  opened = await testDatabase()
  await fillWorkshop(opened.db)
})
afterAll(() => opened.close())

test('a week is judged once, and a booking by another member shows at the next look', async () => {
  const clock = () => now
  const fetch = connectorOf(engineOf(opened.db, clock), clock)
  const log = () => {}
  const pageReads = createPageReads({ now: now.getTime.bind(now), random: () => 0, warn: log })
  const options = { baseUrl: 'http://connector', token: 'manage-token', fetch, log }
  const member = createConnectorClient(options)
  // The site makes a client for each request.
  const look = (memberId: number | null) => {
    const connector = createConnectorClient({ ...options, pageReads })
    return loadWeek({ connector, now: clock }, { resource: 2, day: '2026-12-02', memberId })
  }
  const seen = async () => {
    const weeks = await Promise.all([look(null), look(1), look(2)])
    const slots = weeks.map(({ days }) => days.flatMap((day) => day.slots))
    return slots.map((all) => all.find(({ from }) => from === '2026-12-02T10:00')?.state)
  }
  expect(await seen()).toEqual(['free', 'free', 'free'])
  expect(await look(null)).toBe(await look(null))
  const creation = asked(2, { fromDateTime: '2026-12-02T10:00', untilDateTime: '2026-12-02T11:00' })
  const authorise = (id: number) => () => ({ authorization: `Bearer member-${id}` })
  const { id } = await member.createBooking({ ...creation, member: '1' }, authorise(1))
  expect(await seen()).toEqual(['taken', 'own', 'taken'])
  await member.cancelBooking(id, authorise(1))
  expect(await seen()).toEqual(['free', 'free', 'free'])
})
