import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { someone } from '../../../tests/buyer.fixture.ts'
import { buysPack, joins, openOrders } from '../../../tests/orders.fixture.ts'
import { ids, origin, tom } from '../../../tests/services.fixture.ts'
import { deletionJobs, type Leaving } from './leaving.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(async () => {
  await world.reset()
  await sql`truncate member_deletion, token_end, rate_limit`.execute(world.db)
})

const nele = { sub: 'auth0|nele', email: someone.email, email_verified: true }

/** Nele is a member with a paid package. @returns her member id */
async function join(): Promise<number> {
  await world.place(joins('a'))
  await world.pay()
  await world.jobs()
  const { id } = await world.db
    .selectFrom('member')
    .select('id')
    .where('emailAddress', '=', someone.email)
    .executeTakeFirstOrThrow()
  return id
}

async function call(path: string, { body, claims }: { body?: object; claims?: object } = {}) {
  const token = claims ? await world.id.token({ ...claims }) : world.tokens.backend
  const response = await world.fetch(
    new Request(`${origin}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    }),
  )
  return [response.status, (await response.json()) as Record<string, unknown>] as const
}

const ask = (claims: object) => call('/member/deletion/ask', { body: {}, claims })
const look = (token: string) => call('/deletion/get', { body: { token } })
const confirm = (token: string) => call('/deletion/confirm', { body: { token } })

async function mails() {
  return world.db.selectFrom('mail').select(['kind', 'toAddress', 'text']).orderBy('id').execute()
}
async function token(): Promise<string> {
  const sent = (await mails()).findLast(({ kind }) => kind === 'deletion-link')
  return /\/account\/delete\/([\w-]{32})/.exec(sent?.text ?? '')?.[1] ?? ''
}
async function jobs(change: Partial<Leaving> = {}): Promise<void> {
  const parts = {
    ordering: world.parts,
    accounts: world.accounts,
    siteName: 'Halle 9',
    sendsMail: true,
    ...change,
  }
  for (const run of Object.values(deletionJobs(parts))) await run()
}
async function stored() {
  return world.db.selectFrom('memberDeletion').selectAll().execute()
}
const used = { isMember: false, package: null, blocks: [] }
const sendAll = () => sql`update outbox set done_at = now()`.execute(world.db)

test('a token alone deletes nothing: it takes the link of a mail, which works once', async () => {
  await join()
  // The clock of the backend.
  world.time.now = new Date('2026-11-21T10:30:00Z')
  expect(await ask(nele)).toEqual([202, {}])
  const link = await token()
  expect((await mails()).at(-1)).toMatchObject({ kind: 'deletion-link', toAddress: someone.email })
  await jobs()
  expect(await look(link)).toEqual([200, { state: 'asked', isMember: true, package: 'Plus', blocks: [] }])
  // No access token reaches the page's calls.
  expect((await call('/deletion/confirm', { body: { token: link }, claims: nele }))[0]).toBe(401)
  expect(await stored()).toMatchObject([{ state: 'asked' }])

  expect(await confirm(link)).toEqual([200, { ...used, state: 'running' }])
  expect((await confirm(link))[1]['state']).not.toBe('asked')
  await jobs()
  expect((await mails()).map(({ kind }) => kind)).toContain('deletion-done')
  // While the last mail is not sent its address is needed.
  expect(await look(link)).toEqual([200, { ...used, state: 'running' }])
  await sendAll()
  await jobs()
  expect(await look(link)).toEqual([200, { ...used, state: 'done' }])
  expect(await stored()).toMatchObject([{ state: 'done', subject: null, emails: [], name: null }])
  expect((await mails()).filter(({ kind }) => kind.startsWith('deletion'))).toEqual([])
})

test('from the confirmation on nobody is signed in to the account', async () => {
  await join()
  const earlier = { ...nele, iat: Date.parse('2026-11-21T09:59:00Z') / 1000 }
  expect((await call('/member/deletion/get', { claims: earlier }))[0]).toBe(200)
  await ask(nele)
  await confirm(await token())
  const later = { ...nele, iat: Date.parse('2026-11-21T09:59:30Z') / 1000 }
  expect((await call('/member/deletion/get', { claims: later }))[0]).toBe(401)
})

test('a newer link ends the older one, and each ends after a day', async () => {
  await join()
  await ask(nele)
  const first = await token()
  await ask(nele)
  const second = await token()
  expect((await look(first))[0]).toBe(404)
  expect((await look(second))[0]).toBe(200)
  await sql`update member_deletion set expires_at = '2026-11-21T10:00:00Z'`.execute(world.db)
  expect((await look(second))[0]).toBe(404)
  expect((await confirm(second))[0]).toBe(404)
  await jobs()
  expect(await stored()).toEqual([])
})

test('what is open keeps the account, before the mail and behind its link', async () => {
  const member = await join()
  await ask(nele)
  const link = await token()
  await sql`alter table invoice_payment disable trigger user`.execute(world.db)
  const paid = await world.db.deleteFrom('invoicePayment').returningAll().execute()
  const open = [{ kind: 'invoice', number: 'H9-2026-000001', openCents: 3900 }]
  expect(await call('/member/deletion/get', { claims: nele })).toEqual([
    200,
    { isMember: true, package: 'Plus', blocks: open },
  ])
  expect((await ask(nele))[0]).toBe(409)
  expect(await confirm(link)).toEqual([
    200,
    { state: 'asked', isMember: true, package: 'Plus', blocks: open },
  ])
  for (const { id: _, ...row } of paid) await world.db.insertInto('invoicePayment').values(row).execute()

  const order = await world.place(buysPack('pack', { member, buyer: someone }))
  expect((await confirm(link))[1]).toMatchObject({
    state: 'asked',
    blocks: [{ kind: 'order', number: order.number }],
  })
  expect((await ask(nele))[0]).toBe(409)
  expect(await stored()).toMatchObject([{ state: 'asked' }])
})

test('an account without a member is deleted, too', async () => {
  const account = { sub: 'auth0|plain', email: 'plain@example.org', email_verified: true }
  const stamps = { createdAt: new Date(), updatedAt: new Date() }
  const { sub: id, email } = account
  await world.db
    .insertInto('identityAccount')
    .values({ id, email, name: email, passwordHash: 'x', ...stamps })
    .execute()
  await ask(account)
  await confirm(await token())
  await jobs()
  expect(await world.accounts.dataOf(id)).toBeNull()
})

test('others keep everything', async () => {
  await join()
  const before = await call('/member/get', { body: { email: tom.email }, claims: tom })
  const photo = { memberId: ids.tom, jpeg: Buffer.from('x'), updatedAt: new Date() }
  await world.db.insertInto('photo').values(photo).execute()
  await ask(nele)
  await confirm(await token())
  await jobs()
  expect(await call('/member/get', { body: { email: tom.email }, claims: tom })).toEqual(before)
  expect(await world.db.selectFrom('photo').select('memberId').execute()).toEqual([{ memberId: ids.tom }])
  await world.db.deleteFrom('photo').execute()
})

test('where accounts or members cannot be deleted from here, the operator is asked once', async () => {
  await join()
  await world.db.updateTable('space').set({ emailAddress: 'desk@example.org' }).execute()
  await ask(nele)
  const [row] = await stored()
  await sql`update member_deletion set state = 'confirmed'`.execute(world.db)
  const connector = { ...world.parts.connector, forgetMember: () => Promise.reject(notSupported()) }
  const change = { accounts: null, ordering: { ...world.parts, connector } }
  for (let time = 0; time < 2; time++) await jobs(change)
  const asked = (await mails()).filter(({ kind }) => kind === 'deletion-by-hand')
  expect(asked).toMatchObject([{ toAddress: 'desk@example.org' }])
  expect(asked[0]?.text).toContain('auth0|nele')
  expect(asked[0]?.text).toContain(`Mitglied in der Werkstattverwaltung: ${row?.memberId}`)
  expect(asked[0]?.text).not.toContain(someone.email)
  expect(await stored()).toMatchObject([{ byHand: ['workshop', 'identity'] }])
})

test('a provider or workshop system that is away loses nothing: the job repeats it', async () => {
  await join()
  await ask(nele)
  await sql`update member_deletion set state = 'confirmed'`.execute(world.db)
  let isAway = true
  const accounts = {
    ...world.accounts,
    remove: async (id: string) => (isAway ? Promise.reject(new Error('away')) : world.accounts.remove(id)),
  }
  await jobs({ accounts })
  expect(await stored()).toMatchObject([{ state: 'confirmed' }])
  isAway = false
  await jobs({ accounts })
  expect(await stored()).toMatchObject([{ state: 'told' }])
})

test('whoever owns a live team is kept until somebody else does', async () => {
  const member = await join()
  await ask(nele)
  await sql`update member_deletion set state = 'confirmed'`.execute(world.db)
  const [order] = await world.db.selectFrom('customerOrder').select('id').execute()
  const contract = {
    memberId: member,
    packageId: 1,
    orderId: order?.id ?? 0,
    anchor: '2026-11-23',
    period: 'month',
  }
  await world.db.deleteFrom('subscriptionPeriod').execute()
  await world.db.deleteFrom('subscription').execute()
  const now = world.parts.clock()
  const team = { id: contract.orderId, name: 'Firma', ownerId: member, packageId: 1, createdAt: now }
  await world.db.insertInto('team').values(team).execute()
  await world.db
    .insertInto('subscription')
    .values({ ...contract, priceCents: 0, state: 'active', teamId: team.id, createdAt: now })
    .execute()
  await jobs()
  expect(await stored()).toMatchObject([{ state: 'confirmed' }])
  expect(await world.parts.connector.packages(member)).toMatchObject([{ untilDate: null }])
  const asked = { nextOwnerId: member, nextOwnerUntil: now }
  await world.db
    .updateTable('team')
    .set({ ownerId: ids.tom, ...asked })
    .execute()
  await jobs()
  expect(await stored()).toMatchObject([{ state: 'told' }])
  const after = await world.db.selectFrom('team').select(['nextOwnerId', 'nextOwnerUntil']).execute()
  expect(after).toEqual([{ nextOwnerId: null, nextOwnerUntil: null }])
})

test('several processes at once end a deletion once', async () => {
  await join()
  await ask(nele)
  await sql`update member_deletion set state = 'confirmed'`.execute(world.db)
  await Promise.all([jobs(), jobs(), jobs(), jobs()])
  expect((await mails()).filter(({ kind }) => kind === 'deletion-done')).toHaveLength(1)
  expect(await stored()).toMatchObject([{ state: 'told' }])
})

test('a member is kept until every invoice has its paper, which says who they were', async () => {
  const member = await join()
  const charge = { memberId: member, description: 'Säge', priceCents: 500 }
  await world.db
    .insertInto('charge')
    .values({ ...charge, createdAt: new Date(0) })
    .execute()
  await ask(nele)
  await sql`update member_deletion set state = 'confirmed'`.execute(world.db)
  const pdfs = { ...world.parts.pdfs, invoicePdf: () => Promise.reject(new Error('no paper')) }
  await jobs({ ordering: { ...world.parts, pdfs } })
  expect(await stored()).toMatchObject([{ state: 'confirmed' }])
  expect(await world.parts.connector.member(member)).toMatchObject({ lastName: 'Neu' })
  await jobs()
  expect(await stored()).toMatchObject([{ state: 'told' }])
})

test('where nobody sends mails none is kept but the last one, for an hour', async () => {
  await join()
  await ask(nele)
  await sql`update member_deletion set state = 'confirmed'`.execute(world.db)
  await jobs({ sendsMail: false })
  const theirs = async () => (await mails()).filter(({ toAddress }) => toAddress === someone.email)
  expect((await theirs()).map(({ kind }) => kind)).toEqual(['deletion-done'])
  world.minutesLater(60)
  await jobs({ sendsMail: false })
  expect(await stored()).toMatchObject([{ state: 'told' }])
  world.minutesLater(1)
  await jobs({ sendsMail: false })
  expect(await stored()).toMatchObject([{ state: 'done' }])
  expect(await theirs()).toEqual([])
})

test('a last mail that cannot be sent is deleted after a week, and the rest of the row after 90 days', async () => {
  await join()
  await ask(nele)
  await sql`update member_deletion set state = 'confirmed'`.execute(world.db)
  await jobs()
  world.minutesLater(7 * 24 * 60)
  await jobs()
  expect(await stored()).toMatchObject([{ state: 'told' }])
  world.minutesLater(1)
  await jobs()
  expect(await stored()).toMatchObject([{ state: 'done' }])
  expect((await mails()).filter(({ toAddress }) => toAddress === someone.email)).toEqual([])
  world.minutesLater(90 * 24 * 60)
  await jobs()
  expect(await stored()).toHaveLength(1)
  world.minutesLater(1)
  await jobs()
  expect(await stored()).toEqual([])
})

function notSupported(): Error {
  return Object.assign(new Error('x'), { name: 'Problem', code: 'notSupported' })
}
