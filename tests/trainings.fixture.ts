import { createConnectorClient } from '../clients/connector.ts'
import type { MemberTraining } from '../contracts/member.ts'
import { testDatabase } from '../platform/database/database.fixture.ts'
import { createLog } from '../platform/log.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { shieldConnector } from '../services/backend/workshop.ts'
import { asked, call, connectorOf } from '../services/connector/connector.fixture.ts'
import type { Twin } from '../services/connector/twins.fixture.ts'

/** Members of the twins: each has the training for the laser, which is training 1 of equipment 1. */
export const laser = 1

/** The backend on a database of its own, and a twin behind the real connector. */
export async function openTrainings(open: (clock: () => Date) => Promise<Twin>) {
  /** Tuesday, 09:00 in Berlin. */
  const start = new Date('2026-12-01T08:00:00Z')
  const time = { now: start }
  const clock = () => time.now
  const twin = await open(clock)
  const { db, close } = await testDatabase()
  const faults = { isDown: false, losesAnswer: false }
  const connector = connectorOf(twin.workshop, clock)
  const log = createLog('silent')
  const client = createConnectorClient({
    baseUrl: 'http://connector',
    token: 'manage-token',
    async fetch(request) {
      if (faults.isDown) throw new TypeError('fetch failed')
      const response = await connector(request)
      if (!faults.losesAnswer || request.method === 'GET') return response
      faults.losesAnswer = false
      throw new TypeError('fetch failed')
    },
    log: () => {},
  })
  const parts: Ordering = {
    db,
    clock,
    log,
    connector: shieldConnector(client, log),
    siteUrl: 'https://werkbank.example',
    provider: null,
    legalTextOf: async (page) => page,
    pdfs: { invoicePdf: async () => new Uint8Array([1]), certificatePdf: async () => new Uint8Array([2]) },
  }

  return {
    parts,
    db,
    twin,
    time,
    /** `isDown`: no answer. `losesAnswer`: the next write is done, its answer lost. */
    faults,
    daysLater: (days: number) => (time.now = new Date(time.now.getTime() + days * 24 * 3_600_000)),
    async close() {
      await close()
      await twin.close()
    },
    /** Begins anew with members who have no training. */
    async reset(): Promise<void> {
      time.now = start
      Object.assign(faults, { isDown: false, losesAnswer: false })
      for (const table of ['trainingGrant', 'trainingRequirement', 'trainingRule', 'outbox'] as const)
        await db.deleteFrom(table).execute()
      await twin.removeBookings()
      for (const member of [1, 2, 3, 4])
        for (const { id } of await trainings(member)) await client.removeTraining(member, id)
    },
    trainings,
    /** Status of a booking of the laser on a day at a full hour: 201, or 422 with the code. */
    async booksLaser(member: number, day = '2026-12-02', hour = '10'): Promise<string> {
      const times = { fromDateTime: `${day}T${hour}:00`, untilDateTime: `${day}T${hour}:30` }
      const body = asked(member, { resource: '1', ...times })
      const response = await call(connector, member, 'POST', '/fabman/bookings', body)
      const answer = (await response.json()) as { id: number; code?: string }
      if (response.status === 201) await call(connector, member, 'DELETE', `/fabman/bookings/${answer.id}`)
      return [response.status, answer.code].filter(Boolean).join(' ')
    },
    /** Kinds and addresses of the mails, in order. */
    async mails(): Promise<string[]> {
      const rows = await db.selectFrom('mail').select(['kind', 'toAddress']).orderBy('id').execute()
      return rows.map(({ kind, toAddress }) => `${kind} ${toAddress}`)
    },
  }

  async function trainings(member: number): Promise<MemberTraining[]> {
    return (await client.trainings(member)) ?? []
  }
}
