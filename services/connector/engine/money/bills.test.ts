import { beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { Bill, OpenCharges } from '../../../../contracts/charge.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, send, read } = await testWorkshop({ crowded: true })

const [november, december] = ['2026-11-10T12:00:00Z', '2026-12-10T12:00:00Z']
const until = '2026-11-30T23:00:00.000Z'

beforeEach(async () => {
  const charge = (memberId: number, priceCents: number, createdAt: string) => ({
    memberId,
    priceCents,
    description: `${memberId}: ${priceCents}`,
    createdAt: new Date(createdAt),
  })
  await db
    .insertInto('charge')
    .values([
      charge(1, 600, november),
      charge(1, -100, '2026-11-11T12:00:00Z'),
      charge(1, 900, december),
      charge(2, 700, november),
    ])
    .execute()
})

const collect = (key: string, body: object = { member: 1, until }) =>
  send('manage', 'PUT', `/fabman/bills/${key}`, body)
const pay = (key: string, body: object = { member: 1, cents: 450, description: 'in advance' }) =>
  send('manage', 'PUT', `/fabman/payments/${key}`, body)
const open = (end = until) => read(OpenCharges.array(), `/fabman/charges?until=${end}`, 'manage')

test('what is owed before a time, by member; a bill takes it away', async () => {
  expect(await open()).toEqual([
    { member: 1, cents: 500, since: '2026-11-10T12:00:00.000Z' },
    { member: 2, cents: 700, since: '2026-11-10T12:00:00.000Z' },
  ])
  const { status, body } = await collect('usage-1')
  expect(status).toBe(200)
  expect(Bill.parse(body)).toMatchObject({
    charges: [
      { cents: 600, day: '2026-11-10', description: '1: 600' },
      { cents: -100, day: '2026-11-11' },
    ],
    prepaidCents: 0,
  })
  expect(await open('2027-01-01T00:00:00Z')).toEqual([
    { member: 1, cents: 900, since: '2026-12-10T12:00:00.000Z' },
    { member: 2, cents: 700, since: '2026-11-10T12:00:00.000Z' },
  ])
})

test('twenty times one key at once is one bill with equal answers; two keys never share a charge', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => collect('usage-1')))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect(Bill.parse(answers[0]?.body).charges).toHaveLength(2)
  const keys = Array.from({ length: 20 }, (_, index) => `usage-2-${index}`)
  const bills = await Promise.all(keys.map((key) => collect(key, { member: 2, until })))
  const found = bills.flatMap(({ body }) => Bill.parse(body).charges)
  expect(found).toHaveLength(1)
})

test('what was paid in advance pays for bills, oldest first, and never twice', async () => {
  const payments = await Promise.all(Array.from({ length: 10 }, () => pay('transfer-1')))
  expect(payments.map(({ status }) => status)).toEqual(payments.map(() => 200))
  const prepaid = async (key: string, end: string) =>
    Bill.parse((await collect(key, { member: 1, until: end })).body).prepaidCents
  expect(await prepaid('a', '2026-11-10T13:00:00Z')).toBe(450)
  expect(await prepaid('b', until)).toBe(0)
  await pay('transfer-2', { member: 1, cents: 2000, description: 'later' })
  // 2,450 came in, 500 are billed.
  expect(await prepaid('c', '2027-01-01T00:00:00Z')).toBe(900)
})

test.each([
  ['a bill of another member', () => collect('usage-1'), () => collect('usage-1', { member: 2, until })],
  [
    'a bill until another time',
    () => collect('usage-1'),
    () => collect('usage-1', { member: 1, until: december }),
  ],
  [
    'a payment of another amount',
    () => pay('x'),
    () => pay('x', { member: 1, cents: 1, description: 'other' }),
  ],
])('a key is good for one thing: %s', async (_, first, second) => {
  expect((await first()).status).toBe(200)
  expect(await second()).toMatchObject({ status: 422, body: { code: 'keyReused' } })
})

test.each([
  ['bills', { member: 99, until }],
  ['payments', { member: 99, cents: 1, description: 'x' }],
])('an unknown member is named: %s', async (what, body) => {
  const answer = await send('manage', 'PUT', `/fabman/${what}/k`, body)
  expect(answer).toMatchObject({ status: 404, body: { code: 'notFound', errors: [{ field: 'member' }] } })
})

test.each([
  ['bills', { member: 1, until: 'tomorrow' }, 'until'],
  ['bills', { member: 0, until }, 'member'],
  ['payments', { member: 1, cents: 0, description: 'x' }, 'cents'],
  ['payments', { member: 1, cents: 1.5, description: 'x' }, 'cents'],
  ['payments', { member: 1, cents: 1, description: ' ' }, 'description'],
])('bad input names its field: %s %j', async (what, body, field) => {
  const answer = await send('manage', 'PUT', `/fabman/${what}/k`, body)
  expect(answer.status).toBe(400)
  expect(
    z.object({ errors: z.array(z.object({ field: z.string() })) }).parse(answer.body).errors[0]?.field,
  ).toBe(field)
})
