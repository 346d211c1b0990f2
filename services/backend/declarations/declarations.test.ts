import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDeclarations } from '../../../server/commands/declarations.ts'
import { billing } from '../../../tests/orders.fixture.ts'
import { ids, mia, now, openServices, origin } from '../../../tests/services.fixture.ts'
import { setBilling } from '../invoices/settings.ts'
import { applyDeclarations } from './applying.ts'

let world: Awaited<ReturnType<typeof openServices>>
beforeAll(async () => {
  world = await openServices()
  await setBilling(world.db, () => now, 1, billing)
})
afterAll(() => world.close())
beforeEach(async () => {
  world.upstream.down = false
  for (const table of ['declaration', 'mail', 'rateLimit'] as const)
    await world.db.deleteFrom(table).execute()
})

const key = (name: string) => name.padEnd(32, '-')
const ada = { name: 'Ada Lovelace', contract: 'Plus', email: 'ada@example.org' }
const withdrawal = { kind: 'withdraw', ...ada }
const cancellation = { kind: 'cancel', manner: 'ordinary', reason: null, ...ada, endsOn: null }

function ask(path: string, body?: object, { address = crypto.randomUUID(), locale = 'de' } = {}) {
  const headers = {
    authorization: `Bearer ${world.tokens.backend}`,
    'content-type': 'application/json',
    'accept-language': locale,
    'x-test-address': address,
  }
  const method = body ? 'POST' : 'GET'
  return world.fetch(
    new Request(`${origin}/api${path}`, { method, headers, body: body && JSON.stringify(body) }),
  )
}
const declare = async (kind: 'cancel' | 'withdraw', form: string, change: object = {}, from = {}) => {
  const declaration = { ...(kind === 'cancel' ? cancellation : withdrawal), ...change }
  const response = await ask(`/declaration/${kind}`, { key: key(form), declaration }, from)
  return { status: response.status, token: ((await response.json()) as { token?: string }).token ?? '' }
}
const declarations = () => world.db.selectFrom('declaration').selectAll().orderBy('id').execute()
const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute()

describe('a receipt', () => {
  test.each([
    ['cancel', 'de', 'Deine Kündigung ist bei Halle 9', 'ordentlich', 'Kuendigung.txt'],
    ['cancel', 'en', 'has received your cancellation', 'with notice', 'Cancellation.txt'],
    ['withdraw', 'de', 'Dein Widerruf ist bei Halle 9', 'widerrufe', 'Widerruf.txt'],
    ['withdraw', 'en', 'has received your withdrawal', 'withdraw', 'Withdrawal.txt'],
  ] as const)(
    'of %s is mailed at once in %s: content, day and time',
    async (kind, locale, subject, words, file) => {
      const { status, token } = await declare(kind, 'a', {}, { locale })
      expect(status).toBe(200)
      const [mail, ...others] = await mails()
      expect(others).toEqual([])
      expect(mail).toMatchObject({ toAddress: ada.email, kind: `declaration-${kind}` })
      expect(mail?.subject).toContain(subject)
      for (const part of [ada.name, ada.contract, words, '11:00:00', token])
        expect(mail?.text).toContain(part)
      const attached = await world.db.selectFrom('mailAttachment').select('name').execute()
      expect(attached).toEqual([{ name: file }])
      const receipt = await ask(`/declaration/receipt?token=${token}`)
      expect(await receipt.json()).toMatchObject({
        declaration: { kind, ...ada },
        locale,
        receivedAt: now.toISOString(),
        zone: 'Europe/Berlin',
      })
    },
  )

  test('never fails because the workshop system is away', async () => {
    world.upstream.down = true
    expect((await declare('withdraw', 'a')).status).toBe(200)
    expect((await mails())[0]?.text).toContain('10:00:00 UTC')
  })

  test('is not there for another secret, nor after 30 days', async () => {
    const { token } = await declare('withdraw', 'a')
    expect((await ask(`/declaration/receipt?token=${'x'.repeat(43)}`)).status).toBe(404)
    const then = new Date(now.getTime() - 31 * 24 * 60 * 60_000)
    const [stored] = await declarations()
    await world.db.deleteFrom('declaration').execute()
    const { id: _, ...row } = stored ?? expect.unreachable()
    await world.db
      .insertInto('declaration')
      .values({ ...row, content: row.content as object, receivedAt: then })
      .execute()
    expect((await ask(`/declaration/receipt?token=${token}`)).status).toBe(404)
  })
})

test('the same form sent many times at once is one declaration and one mail; another one is another', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => declare('withdraw', 'same')))
  expect(new Set(answers.map(({ token }) => token)).size).toBe(1)
  expect(await declarations()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
  await declare('withdraw', 'same', { name: 'Ada King' })
  await declare('withdraw', 'other')
  expect(await declarations()).toHaveLength(3)
})

test('a contract that is known and one that is not get the same answer, rows and mail', async () => {
  const known = { contract: ids.order, email: mia.email }
  const unknown = { contract: 'B-2026-000000', email: 'eve@example.org' }
  for (const kind of ['cancel', 'withdraw'] as const)
    for (const change of [known, unknown])
      expect(await declare(kind, 'same', change)).toMatchObject({
        status: 200,
        token: expect.stringMatching(/^[\w-]{43}$/),
      })
  const rows = await declarations()
  expect(new Set(rows.map(({ state, orderId, isOpen }) => `${state} ${orderId} ${isOpen}`)).size).toBe(1)
  const sent = await mails()
  expect(sent).toHaveLength(4)
  const text = (index: number, { contract, email }: typeof known) =>
    sent[index]?.text
      ?.replaceAll(contract, 'number')
      .replaceAll(email, 'address')
      .replace(/[\w-]{43}/, 'token')
  expect(text(0, known)).toBe(text(1, unknown))
  expect(text(2, known)).toBe(text(3, unknown))
})

test('one network declares 10 times an hour, others are not concerned', async () => {
  const from = { address: '198.51.100.7' }
  for (let index = 0; index < 10; index++)
    expect((await declare('withdraw', `form-${index}`, {}, from)).status).toBe(200)
  expect((await declare('withdraw', 'form-10', {}, from)).status).toBe(429)
  expect((await declare('withdraw', 'form-11')).status).toBe(200)
  expect(await declarations()).toHaveLength(11)
})

test('what was declared never changes', async () => {
  await declare('withdraw', 'a')
  for (const change of [
    { content: { ...withdrawal, name: 'Eve' } },
    { receivedAt: new Date(0) },
    { locale: 'en' },
  ])
    await expect(world.db.updateTable('declaration').set(change).execute()).rejects.toThrow('append-only')
})

test('the space looks at what fits no contract: a mail, a list, and done', async () => {
  await declare('cancel', 'a')
  await Promise.all([applyDeclarations(world.ordering), applyDeclarations(world.ordering)])
  await applyDeclarations(world.ordering)
  const [stored] = await declarations()
  expect(stored).toMatchObject({ state: 'unmatched', isOpen: true })
  const staff = (await mails()).filter(({ kind }) => kind === 'declaration-staff')
  expect(staff).toMatchObject([{ toAddress: 'hallo@halle9.example' }])
  expect(await runDeclarations(['list'], world.ordering)).toContain('Name: Ada Lovelace')
  expect(await runDeclarations(['done', String(stored?.id)], world.ordering)).toBe(
    `Declaration ${stored?.id} is done.`,
  )
  expect(await runDeclarations(['list'], world.ordering)).toBe('No declaration is open.')
  await expect(runDeclarations(['done', '77'], world.ordering)).rejects.toThrow('not open')
  await expect(runDeclarations([], world.ordering)).rejects.toThrow('Usage')
})
