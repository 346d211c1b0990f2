import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../../contracts/booking.ts'
import type { WaitlistEntry } from '../../../contracts/waitlist.ts'
import { testDatabase } from '../../../platform/database.fixture.ts'
import type { OpenedDatabase } from '../../../platform/database.ts'
import type { Fetch } from '../../../platform/http.ts'
import {
  asked,
  book,
  call,
  connectorOf,
  engineJobsOf,
  engineOf,
  fillWorkshop,
  now,
} from '../connector.fixture.ts'

let database: OpenedDatabase
let fetch: Fetch
let today: Date
let taken: Booking

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  today = now
  const { db } = database
  await sql`truncate space, package, training, waitlist, mail restart identity cascade`.execute(db)
  await fillWorkshop(db, 6)
  fetch = connectorOf(engineOf(db, clock), clock)
  taken = await book(fetch, 1)
})

const clock = () => today
const minutesLater = (minutes: number) => {
  today = new Date(now.getTime() + minutes * 60_000)
}
const keepLine = () => engineJobsOf(database.db, clock).keepLine()

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller says what it expects
async function send<T>(
  method: string,
  path: string,
  as: Parameters<typeof call>[1],
  body?: unknown,
): Promise<{ status: number; body: T }> {
  const response = await call(fetch, as, method, path, body)
  return { status: response.status, body: (await response.json()) as T }
}

function join(member: number, change: Parameters<typeof asked>[1] = {}) {
  const { state: _, ...place } = asked(member, change)
  return send<WaitlistEntry>('POST', '/fabman/waitlist', member, place)
}

const placeOf = async (member: number) =>
  (await send<WaitlistEntry[]>('GET', `/fabman/waitlist?member=${member}`, 'read')).body[0]
const states = async () => (await Promise.all([2, 3, 4].map(placeOf))).map((place) => place?.state)
const bookings = async () => (await send<Booking[]>('GET', '/fabman/bookings?resource=2', 'read')).body
const held = async () =>
  (await bookings())
    .filter(({ state }) => state !== 'cancelled')
    .map(({ member, state }) => `${(member as { id: number }).id} ${state}`)
const cancel = (booking = taken, member = 1) => send('DELETE', `/fabman/bookings/${booking.id}`, member)
const mails = () =>
  database.db
    .selectFrom('mail')
    .select(['toAddress', 'subject', 'text', 'locale'])
    .where('kind', '=', 'booking-offer')
    .orderBy('id')
    .execute()

test('who is in line gets the freed time for 30 minutes, in order, and a mail', async () => {
  expect(await join(2)).toMatchObject({ status: 201, body: { state: 'waiting', resource: 2, booking: null } })
  await join(3)
  expect(await states()).toEqual(['waiting', 'waiting', undefined])
  await cancel()
  expect(await placeOf(2)).toMatchObject({ state: 'offered', offeredUntil: '2026-12-01T08:30:00.000Z' })
  expect(await held()).toEqual(['2 pending'])
  expect((await placeOf(3))?.state).toBe('waiting')
  expect(await mails()).toMatchObject([
    {
      toAddress: 'm2@example.org',
      locale: 'de',
      subject: expect.stringContaining('3D-Drucker ist frei: Mi'),
      text: expect.stringContaining('https://werkbank.example/me/bookings'),
    },
  ])
  expect((await mails())[0]?.text).toMatch(/18:00–20:00 Uhr[^]*bis Di[^]*9:30 Uhr/)
})

test('the mail speaks the language of the member', async () => {
  await database.db.updateTable('member').where('id', '=', 2).set({ language: 'en' }).execute()
  await join(2)
  await cancel()
  expect(await mails()).toMatchObject([
    {
      subject: expect.stringContaining('3D-Drucker is free: Wed'),
      text: expect.stringContaining('https://werkbank.example/en/me/bookings'),
    },
  ])
})

test('nobody else can take the time while it is offered', async () => {
  await join(2)
  await cancel()
  expect(await send('POST', '/fabman/bookings', 4, asked(4))).toMatchObject({
    status: 422,
    body: { code: 'overlap' },
  })
})

test('accepting makes it a booking, again with the same answer', async () => {
  const { body: place } = await join(2)
  await cancel()
  minutesLater(29)
  const accept = () => send<Booking>('POST', `/fabman/waitlist/${place.id}/accept`, 2)
  const accepted = await accept()
  expect(accepted).toMatchObject({ status: 200, body: { state: 'confirmed' } })
  expect(await accept()).toEqual(accepted)
  expect((await placeOf(2))?.state).toBe('taken')
  minutesLater(31)
  await keepLine()
  expect(await held()).toEqual(['2 confirmed'])
})

test('after 30 minutes the next in line has it, and it is too late for the first', async () => {
  const { body: place } = await join(2)
  await join(3)
  await cancel()
  minutesLater(29)
  await keepLine()
  expect(await held()).toEqual(['2 pending'])
  minutesLater(30)
  await Promise.all([keepLine(), keepLine(), keepLine()])
  expect(await states()).toEqual(['expired', 'offered', undefined])
  expect(await held()).toEqual(['3 pending'])
  expect((await mails()).map(({ toAddress }) => toAddress)).toEqual(['m2@example.org', 'm3@example.org'])
  expect(await send('POST', `/fabman/waitlist/${place.id}/accept`, 2)).toMatchObject({
    status: 422,
    body: { code: 'offerEnded' },
  })
})

test('an offer that has run out can not be accepted, even before the job comes', async () => {
  const { body: place } = await join(2)
  await cancel()
  minutesLater(30)
  expect((await send('POST', `/fabman/waitlist/${place.id}/accept`, 2)).status).toBe(422)
})

test.each(['the place', 'the pending booking'])(
  'declining by giving up %s gives it to the next',
  async (what) => {
    const { body: place } = await join(2)
    await join(3)
    await cancel()
    const offer = (await bookings()).find(({ state }) => state === 'pending') as Booking
    if (what === 'the place') await send('DELETE', `/fabman/waitlist/${place.id}`, 2)
    else await cancel(offer, 2)
    expect(await states()).toEqual(['left', 'offered', undefined])
    expect(await held()).toEqual(['3 pending'])
  },
)

test('who left the line gets nothing', async () => {
  const { body: place } = await join(2)
  await join(3)
  const leave = () => send('DELETE', `/fabman/waitlist/${place.id}`, 2)
  const left = await leave()
  expect(left).toMatchObject({ status: 200, body: { state: 'left' } })
  expect(await leave()).toEqual(left)
  await cancel()
  expect(await held()).toEqual(['3 pending'])
})

test('who may no longer book is passed over', async () => {
  await join(2)
  await join(3)
  await database.db.deleteFrom('memberPackage').where('memberId', '=', 2).execute()
  await cancel()
  expect(await states()).toEqual(['waiting', 'offered', undefined])
})

test('a freed stretch serves several who want different parts of it', async () => {
  await join(2, { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T19:00' })
  await join(3, { fromDateTime: '2026-12-02T18:30', untilDateTime: '2026-12-02T19:30' })
  await join(4, { fromDateTime: '2026-12-02T19:00', untilDateTime: '2026-12-02T20:00' })
  await cancel()
  expect(await states()).toEqual(['offered', 'waiting', 'offered'])
})

test('a booking that moves away or gets shorter gives its time to the line', async () => {
  await join(2, { fromDateTime: '2026-12-02T19:00', untilDateTime: '2026-12-02T20:00' })
  const change = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T19:00', lockVersion: 1 }
  expect((await send('PATCH', `/fabman/bookings/${taken.id}`, 1, change)).status).toBe(200)
  expect(await held()).toEqual(['1 confirmed', '2 pending'])
})

test('time that became free in another way is offered at the next turn', async () => {
  await join(2)
  await database.db.updateTable('booking').set({ state: 'cancelled' }).execute()
  await keepLine()
  expect(await held()).toEqual(['2 pending'])
})

test('an offer ends at the start of its time, and a place whose time has come ends', async () => {
  await join(2)
  await join(3)
  today = new Date('2026-12-02T16:50:00Z')
  await cancel()
  expect((await placeOf(2))?.offeredUntil).toBe('2026-12-02T17:00:00.000Z')
  today = new Date('2026-12-02T17:00:00Z')
  await keepLine()
  expect(await states()).toEqual(['expired', 'expired', undefined])
  expect(await held()).toEqual([])
})

test('joining twice is one place; free or own or forbidden time is no place', async () => {
  const place = await join(2)
  expect(await join(2)).toEqual(place)
  expect(
    await join(3, { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T19:00' }),
  ).toMatchObject({
    status: 422,
    body: { code: 'slotFree' },
  })
  expect(await join(1)).toMatchObject({ status: 422, body: { code: 'overlap' } })
  await database.db.deleteFrom('memberPackage').where('memberId', '=', 3).execute()
  expect(await join(3)).toMatchObject({ status: 422, body: { code: 'noPackage' } })
  expect((await join(4, { resource: '77' })).status).toBe(404)
})

test('a foreign place is one that is not there', async () => {
  const { body: place } = await join(2)
  await cancel()
  for (const [method, rest] of [
    ['DELETE', ''],
    ['POST', '/accept'],
  ] as const) {
    const [foreign, missing] = [
      await send<object>(method, `/fabman/waitlist/${place.id}${rest}`, 3),
      await send<object>(method, `/fabman/waitlist/${place.id + 9}${rest}`, 3),
    ]
    expect(foreign.status).toBe(404)
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' })
  }
  expect((await send('POST', '/fabman/waitlist', 3, { ...asked(2), state: undefined })).status).toBe(404)
})

test('cancelling while others book, 30 rounds: the first in line gets the time, never anybody else', async () => {
  for (let round = 0; round < 30; round++) {
    const times = {
      fromDateTime: `2026-12-${String(3 + Math.floor(round / 3)).padStart(2, '0')}T${10 + (round % 3) * 2}:00`,
      untilDateTime: `2026-12-${String(3 + Math.floor(round / 3)).padStart(2, '0')}T${12 + (round % 3) * 2}:00`,
    }
    const first = await book(fetch, 1, times)
    await join(2, times)
    const answers = await Promise.all([
      cancel(first),
      ...[3, 4, 5, 6].map((member) => send('POST', '/fabman/bookings', member, asked(member, times))),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422])
    expect((await placeOf(2))?.state).toBe('offered')
  }
}, 60_000)
