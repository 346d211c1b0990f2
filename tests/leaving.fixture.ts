import { sql } from 'kysely'
import { expect } from 'vitest'
import { deletionJobs } from '../services/backend/accounts/leaving.ts'
import type { openOrders } from './orders.fixture.ts'
import { origin } from './services.fixture.ts'

type World = Awaited<ReturnType<typeof openOrders>>

/** Calls the backend as an account, or as the site. */
export async function callBackend(
  world: World,
  path: string,
  { body, claims }: { body?: object; claims?: object },
): Promise<Response> {
  const token = claims ? await world.id.token({ ...claims }) : world.tokens.backend
  return world.fetch(
    new Request(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
}

/** Deletes an account by the link of its mail, and runs the jobs until the page says that everything is done. */
export async function leave(world: World, account: { sub: string; email: string }): Promise<void> {
  const asked = await callBackend(world, '/member/deletion/ask', { body: {}, claims: account })
  expect(asked.status).toBe(202)
  const token = await linkOf(world, account.email)
  const confirmed = await callBackend(world, '/deletion/confirm', { body: { token } })
  expect(await confirmed.json()).toMatchObject({ state: 'running' })
  await untilDone(world, token)
}

/** The token in the newest mail to an address. */
async function linkOf({ db }: World, email: string): Promise<string> {
  const { text } = await db
    .selectFrom('mail')
    .select('text')
    .where(sql<string>`lower(to_address)`, '=', email.toLowerCase())
    .where('kind', '=', 'deletion-link')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return /\/account\/delete\/([\w-]{32})/.exec(text ?? '')?.[1] ?? ''
}

/** Runs the jobs, as days go by and all mails are sent. */
async function untilDone(world: World, token: string): Promise<void> {
  const { parts: ordering, accounts } = world
  const jobs = deletionJobs({ ordering, accounts, siteName: 'Halle 9', sendsMail: true })
  for (let round = 0; round < 20; round++) {
    for (const run of Object.values(jobs)) await run()
    const answer = await callBackend(world, '/deletion/get', { body: { token } })
    const { state } = (await answer.json()) as { state: string }
    if (state === 'done') return
    await sql`update outbox set done_at = now() where kind = 'mail'`.execute(world.db)
    world.minutesLater(24 * 60)
  }
  throw new Error('the deletion does not come to its end')
}
