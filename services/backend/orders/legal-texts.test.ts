import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MemberOffer } from '../../../contracts/order.ts'
import { earlyStartTexts } from '../../../contracts/order-texts.ts'
import { Story } from '../../../contracts/story.ts'
import { createLog } from '../../../platform/log.ts'
import { openOrders, pack } from '../../../tests/orders.fixture.ts'
import { ids, origin, tom } from '../../../tests/services.fixture.ts'
import { legalTextsIn } from './legal-texts.ts'
import { nameOf } from './shown-offer.ts'

let world: Awaited<ReturnType<typeof openOrders>>

beforeAll(async () => {
  world = await openOrders()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

/** Returns what a member sees before the button. */
async function look(locale = 'en') {
  const response = await world.fetch(
    new Request(`${origin}/api/member/offers/get?memberId=${ids.tom}&pack=${pack}`, {
      headers: { authorization: `Bearer ${await world.id.token(tom)}`, 'accept-language': locale },
    }),
  )
  return MemberOffer.parse(await response.json())
}

async function order(consents: unknown, locale = 'en', shown?: string) {
  const response = await world.fetch(
    new Request(`${origin}/api/member/orders/place`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await world.id.token(tom)}`,
        'content-type': 'application/json',
        'accept-language': locale,
        'idempotency-key': 'a',
      },
      body: JSON.stringify({
        memberId: ids.tom,
        pack,
        paysBy: 'transfer',
        shownCents: 4500,
        shown: shown ?? (await look(locale)).shown,
        consents,
      }),
    }),
  )
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}
const everything = ['terms', 'withdrawal', 'earlyStart']

test("a member names what they agree to, and the order keeps the site's own texts with hash and time", async () => {
  expect(await order(everything)).toMatchObject({ status: 200 })
  const rows = await world.db
    .selectFrom('consent')
    .innerJoin('legalText', 'sha256', 'textSha256')
    .select(['consent.kind', 'locale', 'body', 'sha256', 'givenAt'])
    .orderBy('consent.kind')
    .execute()
  const kept = (kind: string, body: string) => ({
    kind,
    locale: 'en',
    body,
    sha256: createHash('sha256').update(`${kind}\nen\n${body}`).digest(),
    givenAt: new Date('2026-11-21T10:00:00Z'),
  })
  expect(rows).toEqual([
    kept('earlyStart', earlyStartTexts.en),
    kept('terms', 'terms'),
    kept('withdrawal', 'withdrawal'),
  ])
})

test.each(everything)('an order without %s is refused, and so are texts of the browser', async (kind) => {
  expect(await order(everything.filter((each) => each !== kind))).toMatchObject({
    status: 400,
    body: { code: 'invalidInput', errors: [{ field: 'consents', message: `the consent ${kind}` }] },
  })
  const own = everything.map((each) => ({ kind: each, text: 'x' }))
  const fields = everything.map((_, index) => ({ field: `consents.${index}` }))
  expect(await order(own)).toMatchObject({ status: 400, body: { errors: fields } })
  expect(await order([...everything, 'guardian'])).toMatchObject({ status: 400 })
  expect((await world.left()).orders).toEqual([])
})

test.each([
  ['how long it is valid', { validMonths: 1 }],
  ['what it gives', { creditCents: 100 }],
])('an order is refused when %s changed since it was shown, and nothing is placed', async (_, change) => {
  const { shown } = await look()
  const packs = (changed: object) => world.db.updateTable('creditPack').set(changed).where('id', '=', pack)
  const before = await world.db
    .selectFrom('creditPack')
    .select(['validMonths', 'creditCents'])
    .where('id', '=', pack)
    .executeTakeFirstOrThrow()
  await packs(change).execute()
  try {
    expect(await order(everything, 'en', shown)).toMatchObject({
      status: 409,
      body: { code: 'offerChanged' },
    })
    expect((await world.left()).orders).toEqual([])
    expect(await order(everything)).toMatchObject({ status: 200 })
  } finally {
    await packs(before).execute()
  }
})

test.each([
  ['', everything],
  ['Drehwerk GmbH', ['terms']],
])('a member with the company "%s" orders what was shown, and agrees to %j', async (company, consents) => {
  const members = (changed: { company: string | null }) =>
    world.db.updateTable('member').set(changed).where('id', '=', ids.tom).execute()
  await members({ company })
  try {
    expect((await look()).isCompany).toBe(company !== '')
    expect(await order(consents)).toMatchObject({ status: 200 })
  } finally {
    await members({ company: null })
  }
})

test('the same offer with another text has another name', async () => {
  const { shown: _, ...offer } = await look()
  const consents = (['terms', 'withdrawal'] as const).map((kind) => ({ kind, text: 'a' }))
  for (const changed of consents)
    expect(nameOf(offer, [{ ...changed, text: 'b' }, ...consents])).not.toBe(nameOf(offer, consents))
})

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const story = (body: unknown) =>
  Story.parse({
    id: 1,
    uuid: '00000000-0000-4000-8000-000000000001',
    name: 'AGB',
    slug: 'agb',
    full_slug: 'agb',
    lang: 'default',
    content: { component: 'page', _uid: 'x', title: 'Unsere AGB', body },
  })

test('a page becomes plain text, a line for each paragraph', async () => {
  const list = { type: 'list_item', content: [paragraph('Eins'), paragraph('Zwei')] }
  const text = {
    type: 'doc',
    content: [paragraph('Haft\u00adung'), { type: 'bullet_list', content: [list] }],
  }
  const body = [{ component: 'text', _uid: 'y', body: text }]
  const read = legalTextsIn({ story: async () => story(body) }, createLog('silent'))
  expect(await read('terms', 'de')).toBe('Unsere AGB\n\nHaftung\n\nEins\n\nZwei')
})

test.each([
  ['no story', async () => null],
  ['no content service', () => Promise.reject(new Error('down'))],
])('with %s nothing can be ordered', async (_, read) => {
  const texts = legalTextsIn({ story: read }, createLog('silent'))
  await expect(texts('withdrawal', 'en')).rejects.toMatchObject({ code: 'upstreamUnavailable' })
})
