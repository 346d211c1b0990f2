import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ids } from '../../../tests/services.fixture.ts'
import { renewDue } from '../subscriptions/renewing.ts'
import { beginWithIda, ida, idaId, openTeams, teamActs } from './teams.fixture.ts'
import { isWaitedFor } from '../../../tests/lock-waits.fixture.ts'

let world: Awaited<ReturnType<typeof openTeams>>
beforeAll(async () => {
  world = await openTeams()
})
afterAll(() => world.close())

const acts = teamActs(() => world)
const { change, view } = acts
/** Tom's team, whose first invoice is paid, with Ida on a seat. */
beforeEach(async () => {
  await beginWithIda(world, acts)
  await world.payInvoices()
})

const ask = async () => {
  const { people } = await view()
  return change({ kind: 'handOver', seat: people.find(({ name }) => name === 'Ida Neu')?.seat ?? 0 })
}
const take = () => change({ kind: 'takeOver' }, ida, idaId)

describe('taking over against a renewal', () => {
  const renew = () => renewDue(world.parts)

  /** Asks somebody to take over, until after the renewal that is due now. */
  async function askWhenDue(): Promise<void> {
    await ask()
    world.time.now = new Date('2026-12-23T11:00:00Z')
    await world.db
      .updateTable('team')
      .set({ nextOwnerUntil: new Date('2027-01-01') })
      .execute()
  }

  test('waits for no lock that waits for it', async () => {
    await askWhenDue()
    // Holds whoever takes over behind the team, until the renewal has come.
    const seat = world.db.transaction().execute(async (tx) => {
      await sql`select from seat_holding where member_id = ${idaId} for update`.execute(tx)
      const taking = take()
      expect(await isWaitedFor(world.db, 'seat_holding')).toBe(true)
      const renewing = renew()
      const waits = await Promise.race([renewing.then(() => false), isWaitedFor(world.db, 'from "team"')])
      expect(waits, 'the renewal has the contract and waits for the team').toBe(false)
      return { taking, renewing }
    })
    const { taking, renewing } = await seat
    expect((await taking).status).toBe(200)
    await renewing
    await renew()
    const rows = await world.db.selectFrom('invoice').select('memberId').orderBy('id').execute()
    expect(rows).toEqual([{ memberId: ids.tom }, { memberId: idaId }])
  })

  test('gives the next invoice to whoever owns the team when it is written', async () => {
    await askWhenDue()
    const { member } = world.parts.connector
    world.parts.connector.member = async (id) => {
      world.parts.connector.member = member
      const found = await member(id)
      // After the renewal has read who owns it.
      expect((await take()).status).toBe(200)
      return found
    }
    await renew()
    const rows = await world.db.selectFrom('invoice').select('memberId').orderBy('id').execute()
    expect(rows).toEqual([{ memberId: ids.tom }, { memberId: idaId }])
  })
})
