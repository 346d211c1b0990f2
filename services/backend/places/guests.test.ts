import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { GuestRequest } from '../../../contracts/guest-place.ts'
import { isProblem } from '../../../contracts/problem.ts'
import { createRateLimit } from '../../../platform/rate-limit.ts'
import { ids } from '../../../tests/services.fixture.ts'
import { callOff } from './desk.ts'
import { forgetGuests } from './forgetting.ts'
import { guestHandlers } from './guests.ts'
import { leave } from './leaving.ts'
import { moveDate } from './moving.ts'
import { free, openPlaces, paid } from './places.fixture.ts'
import { substitute } from './substituting.ts'
import { remindOfPlaces } from './reminding.ts'

let world: Awaited<ReturnType<typeof openPlaces>>
let handlers: ReturnType<typeof guestHandlers>
let network = 0

beforeAll(async () => {
  world = await openPlaces()
  const rateLimit = createRateLimit({ db: world.db, clock: world.parts.clock })
  const clientAddress = () => `192.0.${Math.floor(network / 250)}.${(network % 250) + 1}`
  handlers = guestHandlers({ ordering: world.parts, rateLimit, clientAddress })
})
afterAll(() => world.close())
beforeEach(async () => {
  network += 7
  await world.reset()
  for (const table of ['mail', 'rateLimit', 'guestSignUp'] as const)
    await world.db.deleteFrom(table).execute()
})

type Input<Name extends keyof typeof handlers> = Parameters<(typeof handlers)[Name]>[0]

const guest = { firstName: 'Gina', lastName: 'Gast', email: 'gina@gast.example', companionAges: [] }

/** Asks for a place on the free date, as the site does. */
async function asks(change: Partial<GuestRequest> = {}, locale: 'de' | 'en' = 'de'): Promise<void> {
  const body = { ...guest, dateId: free.date, isAdult: true, companions: [], accepted: true, ...change }
  const c = { req: { raw: new Request('http://site') } }
  await handlers.askGuestPlace({ body, locale, c } as unknown as Input<'askGuestPlace'>)
}

const mails = () => world.db.selectFrom('mail').selectAll().orderBy('id').execute()

/** The secret of the link in the newest mail of a kind. */
async function linkOf(kind: string): Promise<string> {
  const mail = (await mails()).findLast((each) => each.kind === kind)
  const token = /course-place\/([\w-]{43})/.exec(mail?.text ?? '')?.[1]
  if (!token) throw new Error(`no link in a mail ${kind}`)
  return token
}

const call = <Name extends 'guestPlace' | 'takeGuestPlace' | 'acceptGuestPlace' | 'leaveGuestPlace'>(
  name: Name,
  body: object,
) => handlers[name]({ body } as never) as ReturnType<(typeof handlers)[Name]>
const take = (token: string, priceSeen = '0.00') => call('takeGuestPlace', { token, priceSeen })

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(() => null).catch((thrown: unknown) => thrown)
  if (error === null) return 'no problem'
  if (!isProblem(error)) throw error
  return error.code
}

const counted = async () => (await world.db.selectFrom('member').select('id').execute()).length

test('a free seat is taken by the link of the mail only, in the language of the guest', async () => {
  const before = await counted()
  await asks({ companions: ['Otto'] }, 'en')
  expect(await world.states(free.date)).toEqual([])
  const token = await linkOf('course-guest')
  expect(await call('guestPlace', { token })).toMatchObject({
    signUp: { dateId: free.date, party: 2, price: '0.00', isFull: false },
    place: null,
  })
  expect(await take(token)).toMatchObject({ place: { state: 'booked', party: 2 }, payUrl: null })
  expect((await world.run(free.date)).taken).toBe(2)
  expect((await mails()).map(({ kind, locale }) => [kind, locale])).toEqual([
    ['course-guest', 'en'],
    ['course-booked', 'en'],
  ])
  expect(await call('guestPlace', { token: await linkOf('course-booked') })).toMatchObject({
    signUp: null,
    place: { state: 'booked', companions: ['Otto'] },
  })
  expect(await counted()).toBe(before)
  // Only hashes of secrets are stored.
  expect(JSON.stringify(await world.db.selectFrom('coursePlace').selectAll().execute())).not.toContain(token)
})

test('one link pressed twice at once, and again later, is one place', async () => {
  await asks()
  const token = await linkOf('course-guest')
  const steps = await Promise.all([take(token), take(token), take(token)])
  expect(new Set(steps.map(({ place }) => place.id)).size).toBe(1)
  expect(await take(token)).toMatchObject({ place: { id: steps[0]?.place.id } })
  expect(await world.states(free.date)).toEqual(['Gina booked'])
  await asks({ email: 'ida@gast.example', dateId: paid.date })
  const dear = await linkOf('course-guest')
  const paying = await Promise.all([take(dear, '29.00'), take(dear, '29.00')])
  expect(new Set(paying.map(({ payUrl }) => payUrl)).size).toBe(1)
  expect(await world.states()).toEqual(['Gina held'])
})

test('a link pressed while another tab takes the place leads to that place', async () => {
  await asks()
  const token = await linkOf('course-guest')
  // After the first look.
  const otherTab = [() => take(token)]
  const transformResult: KyselyPlugin['transformResult'] = async ({ result }) => {
    await otherTab.shift()?.()
    return result
  }
  const ordering = {
    ...world.parts,
    db: world.db.withPlugin({ transformQuery: ({ node }) => node, transformResult }),
  }
  const { takeGuestPlace } = guestHandlers({ ordering, rateLimit: {} as never, clientAddress: () => '' })
  expect(await takeGuestPlace({ body: { token, priceSeen: '0.00' } } as never)).toMatchObject({
    place: { state: 'booked' },
  })
})

test('guests and members who want the last seat at once: one of them gets it', async () => {
  for (let round = 0; round < 4; round++) {
    await world.reset(1)
    await world.db.deleteFrom('rateLimit').execute()
    await asks({ email: `gina${round}@gast.example` })
    const token = await linkOf('course-guest')
    await Promise.all([take(token), world.signs('ada', { dateId: free.date })])
    const states = await world.states(free.date)
    expect(states.map((state) => state.split(' ')[1]).toSorted()).toEqual(['booked', 'waiting'])
    expect((await world.run(free.date)).taken).toBe(1)
  }
})

describe('an offer to somebody with an account', () => {
  /** Two wait for the only seat of a date, which then becomes free. */
  async function offered(dateId: number): Promise<string> {
    await world.reset(1)
    const first = await world.books('ada', { dateId })
    await world.signs('ben', { dateId })
    await world.signs('cleo', { dateId })
    await leave(world.parts, first, { shownCents: first.priceCents })
    return linkOf('course-offered')
  }

  test('is accepted, paid and declined by the link of its mail, without a session', async () => {
    const token = await offered(paid.date)
    expect(await call('guestPlace', { token })).toMatchObject({ place: { state: 'offered' } })
    const { payUrl } = await call('acceptGuestPlace', { token })
    expect(await call('acceptGuestPlace', { token })).toMatchObject({ payUrl, place: { state: 'held' } })
    const before = await counted()
    await world.pay()
    await world.jobs()
    expect(await world.states()).toEqual(['ada cancelled', 'ben booked', 'cleo waiting'])
    // Like a place that is paid after a sign-in: its invoice is a member's.
    expect(await counted()).toBe(before + 1)
    const next = await offered(free.date)
    await call('leaveGuestPlace', { token: next, refund: '0.00' })
    expect(await world.states(free.date)).toEqual(['ada cancelled', 'ben cancelled', 'cleo offered'])
    expect(await codeOf(call('acceptGuestPlace', { token: next }))).toBe('no problem')
    expect((await call('guestPlace', { token: next })).place?.state).toBe('cancelled')
  })

  test('is accepted by the link also when its person has become a member since: the invoice is theirs', async () => {
    await world.reset(1)
    const ada = await world.books('ada')
    await world.signs('tom')
    await leave(world.parts, ada, { shownCents: 2900 })
    await call('acceptGuestPlace', { token: await linkOf('course-offered') })
    const [, order] = await world.db.selectFrom('customerOrder').selectAll().orderBy('id').execute()
    expect(order?.memberId).toBe(ids.tom)
    await world.pay()
    expect(await world.states()).toEqual(['ada cancelled', 'tom booked'])
  })

  test('has no link once the place is somebody else’s', async () => {
    const token = await offered(free.date)
    const { place } = await call('acceptGuestPlace', { token })
    expect((await call('guestPlace', { token })).place?.id).toBe(place.id)
    const zoe = { email: 'zoe@example.org', firstName: 'Zoe', lastName: 'Neu', bornOn: '1991-01-01' }
    await substitute(world.parts, await world.known(place.id), zoe)
    expect(await codeOf(call('guestPlace', { token }))).toBe('notFound')
  })

  test('has no link once the date is over', async () => {
    const token = await offered(free.date)
    await call('acceptGuestPlace', { token })
    world.time.now = new Date('2026-12-15T18:30:00Z')
    await forgetGuests(world.parts)
    expect((await call('guestPlace', { token })).place?.state).toBe('booked')
    world.time.now = new Date('2026-12-15T19:30:00Z')
    await forgetGuests(world.parts)
    expect(await codeOf(call('guestPlace', { token }))).toBe('notFound')
  })
})

describe('a paid course', () => {
  /** Signs a guest up, and pays. */
  async function books(): Promise<string> {
    await asks({ dateId: paid.date })
    const { place, payUrl } = await take(await linkOf('course-guest'), '29.00')
    expect([place.state, payUrl === null]).toEqual(['held', false])
    await world.pay()
    await world.jobs()
    return linkOf('course-booked')
  }

  test('is invoiced to the guest, who becomes no member, and paid back by the ordinary rules', async () => {
    const before = await counted()
    const token = await books()
    expect(await counted()).toBe(before)
    const [invoice] = await world.db.selectFrom('invoice').selectAll().execute()
    expect(invoice).toMatchObject({ memberId: null, grossCents: 2900 })
    expect(invoice?.buyer).toMatchObject({ name: 'Gina Gast', email: guest.email, memberNumber: '' })
    const bill = (await mails()).find(({ kind }) => kind === 'invoice')
    expect(bill?.text).not.toContain('/me/')
    expect(await codeOf(call('leaveGuestPlace', { token, refund: '30.00' }))).toBe('refundChanged')
    const place = await call('leaveGuestPlace', { token, refund: '29.00' })
    expect(place).toMatchObject({ state: 'cancelled', refund: '29.00' })
    await world.jobs()
    const invoices = await world.db.selectFrom('invoice').select(['kind', 'grossCents']).execute()
    expect(invoices.map(({ grossCents }) => grossCents)).toEqual([2900, -2900])
    for (const { kind, text } of await mails()) expect([kind, text?.includes('/me/')]).toEqual([kind, false])
  })

  test('late, the share that the space keeps is invoiced anew, in the language of the first invoice', async () => {
    await world.db.updateTable('course').set({ lateRefundPercent: 50 }).execute()
    const token = await books()
    world.minutesLater(Math.floor((Date.parse('2026-12-12') - world.time.now.getTime()) / 60_000))
    await sql`update customer_order set buyer = jsonb_set(buyer, '{locale}', '"en"')`.execute(world.db)
    await call('leaveGuestPlace', { token, refund: '14.50' })
    const lines = await world.db.selectFrom('invoiceLine').selectAll().orderBy('invoiceId').execute()
    expect(lines.map(({ grossCents }) => grossCents)).toEqual([2900, -2900, 1450])
    expect(lines[2]?.text).toMatch(/ – abgesagt, Rest des Preises$/)
  })

  test('a hold that is not paid ends, and the link says so', async () => {
    await asks({ dateId: paid.date })
    const token = await linkOf('course-guest')
    await take(token, '29.00')
    world.minutesLater(16)
    await world.tend()
    expect(await call('guestPlace', { token })).toMatchObject({ place: { state: 'ended' } })
  })

  test('another price than the one on the page takes no seat', async () => {
    await asks({ dateId: paid.date })
    expect(await codeOf(take(await linkOf('course-guest'), '19.00'))).toBe('priceChanged')
    expect(await world.states()).toEqual([])
  })
})

test('on a full date a guest waits, is offered the seat by mail, and accepts or declines it there', async () => {
  await world.reset(1)
  const ada = await world.books('ada', { dateId: free.date })
  await asks()
  await asks({ email: 'ida@gast.example', firstName: 'Ida' })
  const links = (await mails()).flatMap(({ text }) => /course-place\/([\w-]{43})/.exec(text ?? '')?.[1] ?? [])
  for (const token of links) await take(token)
  expect(await world.states(free.date)).toEqual(['ada booked', 'Gina waiting', 'Ida waiting'])
  await leave(world.parts, ada, { shownCents: 0 })
  await call('leaveGuestPlace', { token: await linkOf('course-offered'), refund: '0.00' })
  expect(await call('acceptGuestPlace', { token: await linkOf('course-offered') })).toMatchObject({
    place: { state: 'booked' },
  })
  expect(await world.states(free.date)).toEqual(['ada cancelled', 'Gina cancelled', 'Ida booked'])
})

test('a date that is moved or called off is mailed to guests with a link that works', async () => {
  await asks()
  await take(await linkOf('course-guest'))
  await moveDate(world.parts, free.date, '2026-12-16T18:00')
  expect(await call('guestPlace', { token: await linkOf('course-moved') })).toMatchObject({
    place: { movedFrom: '2026-12-15T18:00' },
  })
  await callOff(world.parts, free.date)
  expect((await mails()).at(-1)).toMatchObject({ kind: 'course-calledOff', toAddress: guest.email })
})

describe('what is refused', () => {
  test('a course that gives or needs a training', async () => {
    await world.db.insertInto('courseTraining').values({ courseId: free.course, trainingId: 7 }).execute()
    expect(await codeOf(asks())).toBe('accountNeeded')
    await world.db.deleteFrom('courseTraining').where('courseId', '=', free.course).execute()
    expect(await mails()).toEqual([])
  })

  test('people under age, and a day of birth only where the course has a rule', async () => {
    expect(await codeOf(asks({ isAdult: undefined }))).toBe('invalidInput')
    await world.db.updateTable('course').set({ minAge: 16 }).execute()
    expect(await codeOf(asks())).toBe('invalidInput')
    const along = { email: 'ida@gast.example', bornOn: '2000-01-01', companions: ['Otto'] }
    expect(await codeOf(asks(along))).toBe('invalidInput')
    expect(await codeOf(asks({ bornOn: '2010-12-16' }))).toBe('refused')
    expect(await codeOf(asks({ bornOn: '2009-12-16' }))).toBe('refused')
    await asks({ ...along, companionAges: [16] })
    const { place } = await take(await linkOf('course-guest'))
    expect(await world.known(place.id)).toMatchObject({ state: 'booked', companionAges: [16] })
  })

  test('a second place for an address, also by another link; to ask answers the same', async () => {
    await asks()
    await asks({ email: 'GINA@gast.example' })
    const [first = '', second = ''] = (await mails()).flatMap(
      ({ text }) => /course-place\/([\w-]{43})/.exec(text ?? '')?.[1] ?? [],
    )
    await take(first)
    expect(await codeOf(take(second))).toBe('alreadySignedUp')
    await asks()
  })

  test('an expired link, an unknown one, and more mails than an address gets', async () => {
    await asks()
    const token = await linkOf('course-guest')
    for (let more = 0; more < 4; more++) await asks()
    expect(await codeOf(asks())).toBe('tooManyRequests')
    world.minutesLater(61)
    expect(await codeOf(asks())).toBe('tooManyRequests')
    world.minutesLater(24 * 60)
    expect(await codeOf(take(token))).toBe('linkExpired')
    expect(await codeOf(take('x'.repeat(43)))).toBe('notFound')
    expect(await codeOf(call('leaveGuestPlace', { token, refund: '0.00' }))).toBe('notFound')
    world.minutesLater(8 * 24 * 60)
    await forgetGuests(world.parts)
    expect(await codeOf(take(token))).toBe('notFound')
  })
})

test('a year after the date nothing names the guest any more, and no link leads there', async () => {
  await asks()
  const token = await linkOf('course-guest')
  await take(token)
  world.time.now = new Date('2027-12-10T12:00:00Z')
  await forgetGuests(world.parts)
  expect(await world.states(free.date)).toEqual(['Gina booked'])
  world.time.now = new Date('2027-12-16T12:00:00Z')
  await forgetGuests(world.parts)
  const [place] = await world.db.selectFrom('coursePlace').selectAll().execute()
  expect(place).toMatchObject({ state: 'booked', firstName: null, email: null, subject: null })
  expect(await codeOf(call('guestPlace', { token }))).toBe('notFound')
})

test('everybody with a place is reminded on the day before, once for each beginning', async () => {
  const remind = async (instant: string) => {
    world.time.now = new Date(instant)
    await world.db.deleteFrom('mail').execute()
    await Promise.all([0, 1, 2].map(() => remindOfPlaces(world.parts)))
    return (await mails()).map(({ kind, toAddress }) => `${kind} ${toAddress}`).toSorted()
  }
  await world.signs('ada', { dateId: free.date })
  await asks()
  await take(await linkOf('course-guest'))
  const both = [`course-dayBefore ada@example.org`, `course-dayBefore ${guest.email}`]
  expect(await remind('2026-12-13T12:00:00Z')).toEqual([])
  world.time.now = new Date('2026-12-13T12:00:00Z')
  await world.signs('ben', { dateId: free.date })
  expect(await remind('2026-12-14T07:59:00Z')).toEqual([])
  // Ben has booked less than a day ago.
  expect(await remind('2026-12-14T08:00:00Z')).toEqual(both)
  expect(await linkOf('course-dayBefore')).toHaveLength(43)
  expect(await remind('2026-12-14T10:00:00Z')).toEqual([])
  await moveDate(world.parts, free.date, '2026-12-17T18:30')
  expect(await remind('2026-12-16T10:00:00Z')).toEqual(
    ['course-dayBefore ben@example.org', ...both].toSorted(),
  )
  expect(await remind('2026-12-17T10:00:00Z')).toEqual([])
})

test('a mail that a date is called off names the next ones with enough seats, and leads to the first', async () => {
  const times = (day: string) => ({ fromDateTime: `${day}T18:00`, untilDateTime: `${day}T20:00` })
  const other = { courseId: free.course, updatedAt: world.time.now }
  await world.db
    .insertInto('courseDate')
    .values([
      { id: 512, ...other, ...times('2026-12-21'), seats: 1 },
      { id: 513, ...other, ...times('2026-12-22'), seats: 8 },
      { id: 514, ...other, ...times('2026-12-23'), seats: 8, state: 'cancelled' },
    ])
    .execute()
  try {
    await asks({ companions: ['Otto Gast'] })
    await take(await linkOf('course-guest'))
    await world.signs('ada', { dateId: free.date })
    await callOff(world.parts, free.date)
    const told = (await mails()).filter(({ kind }) => kind === 'course-calledOff')
    const textFor = (address: string) => told.find(({ toAddress }) => toAddress === address)?.text ?? ''
    expect(textFor(guest.email)).toContain(`/events/${free.course}/guest?date=513`)
    expect(textFor(guest.email)).toContain('Dienstag, 22. Dezember 2026, 18:00–20:00 Uhr')
    expect(textFor(guest.email)).not.toContain('21. Dezember')
    expect(textFor('ada@example.org')).toContain(`/events/${free.course}/sign-up?date=512`)
    expect(textFor('ada@example.org')).not.toContain('23. Dezember')
  } finally {
    await world.db.deleteFrom('courseDate').where('id', '>', 511).execute()
  }
})
