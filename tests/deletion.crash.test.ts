import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabaseKind } from '../platform/database/database.fixture.ts'
import { deletionJobs } from '../services/backend/accounts/leaving.ts'
import type { IdentityAccounts } from '../services/backend/accounts/person.ts'
import { orderJobs } from '../services/backend/orders/jobs.ts'
import type { Ordering } from '../services/backend/orders/parts.ts'
import { mortal } from '../services/connector/grants.fixture.ts'
import { dying, type Mortal, mortalParts, untilDead } from './mortal.fixture.ts'
import { joinQuitta, quitta } from './personal-data.fixture.ts'
import { openOrders } from './orders.fixture.ts'

/** Both databases have the same points: the embedded one tries each second, PostgreSQL each seventh. */
const stride = testDatabaseKind === 'postgres' ? 7 : 2
/** No process is killed. */
const never = Infinity
let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())

/** A member who has everything has confirmed that she leaves. */
async function begin(): Promise<void> {
  await sql`truncate member_deletion, token_end, signup, identity_account, oidc_payload, photo, waitlist, member_training,
    course_place, mail_refusal, account_link, idempotency_key, credit_use, booking cascade`.execute(world.db)
  await world.reset()
  const id = await joinQuitta(world)
  // What is to come would have to be waited for.
  await sql`delete from booking where starts_at > ${world.time.now}`.execute(world.db)
  const link = { tokenHash: Buffer.alloc(32), expiresAt: world.time.now, createdAt: world.time.now }
  await world.db
    .insertInto('memberDeletion')
    .values({ subject: quitta.sub, memberId: id, emails: [quitta.email.toLowerCase()], ...link, ...her })
    .execute()
  world.minutesLater(1)
}
const her = { name: 'Xaverine Quittenbaum', locale: 'de', state: 'confirmed' }

async function run(ordering: Ordering, accounts: IdentityAccounts): Promise<void> {
  for (const job of Object.values({
    ...orderJobs(ordering),
    ...deletionJobs({ ordering, accounts, siteName: 'x', sendsMail: true }),
  }))
    await job()
}

const mortalRun = (life: Mortal) => run(mortalParts(world.parts, life), dying(world.accounts, life))

async function left() {
  const { orders, mails, ...rest } = await world.left()
  const { rows } = await sql<{ state: string; emails: string[]; byHand: string[] }>`
    select state, emails, by_hand from member_deletion`.execute(world.db)
  const { rows: numbers } = await sql`select sequence, gross_cents from invoice order by sequence`.execute(
    world.db,
  )
  const { rows: nobody } = await sql`select first_name, last_name from member where id > 1000`.execute(
    world.db,
  )
  const own = mails.filter((kind) => kind !== 'invoice').toSorted()
  return { ...rest, states: orders.map(({ state }) => state), own, deletion: rows, numbers, nobody }
}

test('a process dies at each point of a deletion: another one ends in the same state', async () => {
  await begin()
  await mortalRun(mortal(never))
  const expected = await left()
  expect(expected).toMatchObject({ deletion: [{ state: 'told' }], nobody: [{ firstName: '' }] })
  expect(expected.own.filter((kind) => kind === 'deletion-done')).toHaveLength(1)
  let points = 0
  for (let point = 1; ; point += stride) {
    await begin()
    const life = mortal(point)
    await untilDead(life, () => mortalRun(life))
    if (!life.isDead()) break
    points++
    for (let turn = 0; turn < 2; turn++) {
      world.minutesLater(5)
      await run(world.parts, world.accounts)
    }
    expect([point, await left()]).toEqual([point, expected])
  }
  expect(points).toBeGreaterThan(10)
}, 240_000)
