import { beforeEach, expect, test } from 'vitest'
import type { Booking, BookingCreation } from '../../../../contracts/booking.ts'
import { WaitlistEntry } from '../../../../contracts/waitlist.ts'
import { addDays } from '../../../../rules/time.ts'
import { asked, now } from '../../connector.fixture.ts'
import { testWorkshop } from '../engine.fixture.ts'

const { db, jobs, setNow, send, read, bookings, book, tryToBook, cancel } = await testWorkshop({ members: 6 })

const minutesLater = (minutes: number) => setNow(new Date(now.getTime() + minutes * 60_000))

/** Member 1 has the time that the others want. */
let taken: Booking
beforeEach(async () => {
  taken = await book(1)
})
const free = () => cancel(1, taken.id)

function tryToJoin(member: number, change?: Partial<BookingCreation>) {
  const { state: _, ...entry } = asked(member, change)
  return send(member, 'POST', '/fabman/waitlist', entry)
}
const join = async (member: number, change?: Partial<BookingCreation>) =>
  WaitlistEntry.parse((await tryToJoin(member, change)).body)
const accept = (member: number, entry: number) => send(member, 'POST', `/fabman/waitlist/${entry}/accept`)
const leave = (member: number, entry: number) => send(member, 'DELETE', `/fabman/waitlist/${entry}`)

const entryOf = async (member: number) =>
  (await read(WaitlistEntry.array(), `/fabman/waitlist?member=${member}`))[0]
const states = async () => (await Promise.all([2, 3, 4].map(entryOf))).map((entry) => entry?.state)
const held = async () =>
  (await bookings())
    .filter(({ state }) => state !== 'cancelled')
    .map(({ member, state }) => `${(member as { id: number }).id} ${state}`)
const mails = () =>
  db
    .selectFrom('mail')
    .select(['toAddress', 'subject', 'text', 'locale'])
    .where('kind', '=', 'booking-offer')
    .orderBy('id')
    .execute()

test('freed time is offered for 30 minutes to the first waiting member, with a mail', async () => {
  expect(await tryToJoin(2)).toMatchObject({
    status: 201,
    body: { state: 'waiting', resource: 2, booking: null },
  })
  await join(3)
  expect(await states()).toEqual(['waiting', 'waiting', undefined])
  await free()
  expect(await entryOf(2)).toMatchObject({ state: 'offered', offeredUntil: '2026-12-01T08:30:00.000Z' })
  expect(await held()).toEqual(['2 pending'])
  expect((await entryOf(3))?.state).toBe('waiting')
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

test('the mail is in the language of the member', async () => {
  await db.updateTable('member').where('id', '=', 2).set({ language: 'en' }).execute()
  await join(2)
  await free()
  expect(await mails()).toMatchObject([
    {
      subject: expect.stringContaining('3D-Drucker is free: Wed'),
      text: expect.stringContaining('https://werkbank.example/en/me/bookings'),
    },
  ])
})

test('nobody else can book the time while it is offered', async () => {
  await join(2)
  await free()
  expect(await tryToBook(4)).toMatchObject({
    status: 422,
    body: { code: 'overlap' },
  })
})

test('accepting confirms the booking, and a repeated call gives the same result', async () => {
  const entry = await join(2)
  await free()
  minutesLater(29)
  const accepted = await accept(2, entry.id)
  expect(accepted).toMatchObject({ status: 200, body: { state: 'confirmed' } })
  expect(await accept(2, entry.id)).toEqual(accepted)
  expect((await entryOf(2))?.state).toBe('taken')
  minutesLater(31)
  await jobs.keepWaitlist()
  expect(await held()).toEqual(['2 confirmed'])
})

test('after 30 minutes the next member gets the offer, and the first can no longer accept', async () => {
  const entry = await join(2)
  await join(3)
  await free()
  minutesLater(29)
  await jobs.keepWaitlist()
  expect(await held()).toEqual(['2 pending'])
  minutesLater(30)
  await Promise.all([jobs.keepWaitlist(), jobs.keepWaitlist(), jobs.keepWaitlist()])
  expect(await states()).toEqual(['expired', 'offered', undefined])
  expect(await held()).toEqual(['3 pending'])
  expect((await mails()).map(({ toAddress }) => toAddress)).toEqual(['m2@example.org', 'm3@example.org'])
  expect(await accept(2, entry.id)).toMatchObject({
    status: 422,
    body: { code: 'offerEnded' },
  })
})

test('an expired offer cannot be accepted, even before the job has run', async () => {
  const entry = await join(2)
  await free()
  minutesLater(30)
  expect((await accept(2, entry.id)).status).toBe(422)
})

test.each(['the entry', 'the pending booking'])(
  'leaving %s offers the time to the next member',
  async (what) => {
    const entry = await join(2)
    await join(3)
    await free()
    const offer = (await bookings()).find(({ state }) => state === 'pending') as Booking
    if (what === 'the entry') await leave(2, entry.id)
    else await cancel(2, offer.id)
    expect(await states()).toEqual(['left', 'offered', undefined])
    expect(await held()).toEqual(['3 pending'])
  },
)

test('a member who lets an offer expire is not asked again for parts of its time; one who declines is', async () => {
  const half = { untilDateTime: '2026-12-02T19:00' }
  const quarter = { untilDateTime: '2026-12-02T18:30' }
  const entry = await join(2)
  await join(2, half)
  await join(3, half)
  await join(3, quarter)
  await free()
  expect(await held()).toEqual(['2 pending'])
  minutesLater(30)
  await jobs.keepWaitlist()
  expect((await read(WaitlistEntry.array(), '/fabman/waitlist?member=2')).map(({ state }) => state)).toEqual([
    'expired',
    'expired',
  ])
  expect(entry.id).toBe(1)
  expect(await held()).toEqual(['3 pending'])
  await leave(3, 3)
  expect((await entryOf(3))?.state).toBe('offered')
})

test('a member waits for ten times at most, offers included; joining again for one of them is allowed', async () => {
  await book(1, { resource: '3', fromDateTime: '2026-12-02T08:00', untilDateTime: '2026-12-02T18:00' })
  const hour = (index: number) => ({
    resource: '3',
    fromDateTime: `2026-12-02T${String(8 + index).padStart(2, '0')}:00`,
    untilDateTime: `2026-12-02T${String(9 + index).padStart(2, '0')}:00`,
  })
  for (let index = 0; index < 10; index++) await join(2, hour(index))
  expect(await tryToJoin(2)).toMatchObject({ status: 422, body: { code: 'waitlistFull' } })
  expect((await tryToJoin(2, hour(4))).status).toBe(201)
  await leave(2, 1)
  expect((await tryToJoin(2)).status).toBe(201)
})

test('a member who left the waitlist gets no offer', async () => {
  const entry = await join(2)
  await join(3)
  const left = await leave(2, entry.id)
  expect(left).toMatchObject({ status: 200, body: { state: 'left' } })
  expect(await leave(2, entry.id)).toEqual(left)
  await free()
  expect(await held()).toEqual(['3 pending'])
})

test('a member who may no longer book is passed over', async () => {
  await join(2)
  await join(3)
  await db.deleteFrom('memberPackage').where('memberId', '=', 2).execute()
  await free()
  expect(await states()).toEqual(['waiting', 'offered', undefined])
})

test('freed time is offered to several members who want different parts of it', async () => {
  await join(2, { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T19:00' })
  await join(3, { fromDateTime: '2026-12-02T18:30', untilDateTime: '2026-12-02T19:30' })
  await join(4, { fromDateTime: '2026-12-02T19:00', untilDateTime: '2026-12-02T20:00' })
  await free()
  expect(await states()).toEqual(['offered', 'waiting', 'offered'])
})

test('the time of a moved or shortened booking is offered', async () => {
  await join(2, { fromDateTime: '2026-12-02T19:00', untilDateTime: '2026-12-02T20:00' })
  const change = { fromDateTime: '2026-12-02T18:00', untilDateTime: '2026-12-02T19:00', lockVersion: 1 }
  expect((await send(1, 'PATCH', `/fabman/bookings/${taken.id}`, change)).status).toBe(200)
  expect(await held()).toEqual(['1 confirmed', '2 pending'])
})

test('time that became free in another way is offered by the next run', async () => {
  await join(2)
  await db.updateTable('booking').set({ state: 'cancelled' }).execute()
  await jobs.keepWaitlist()
  expect(await held()).toEqual(['2 pending'])
})

test('an offer and a waiting entry expire at the start of their time', async () => {
  await join(2)
  await join(3)
  setNow(new Date('2026-12-02T16:50:00Z'))
  await free()
  expect((await entryOf(2))?.offeredUntil).toBe('2026-12-02T17:00:00.000Z')
  setNow(new Date('2026-12-02T17:00:00Z'))
  await jobs.keepWaitlist()
  expect(await states()).toEqual(['expired', 'expired', undefined])
  expect(await held()).toEqual([])
})

test('joining twice gives one entry; free, own and forbidden time is refused', async () => {
  const entry = await join(2)
  expect(await join(2)).toEqual(entry)
  const free = { fromDateTime: '2026-12-03T18:00', untilDateTime: '2026-12-03T19:00' }
  expect(await tryToJoin(3, free)).toMatchObject({ status: 422, body: { code: 'slotFree' } })
  expect(await tryToJoin(1)).toMatchObject({ status: 422, body: { code: 'overlap' } })
  await db.deleteFrom('memberPackage').where('memberId', '=', 3).execute()
  expect(await tryToJoin(3)).toMatchObject({ status: 422, body: { code: 'noPackage' } })
  expect((await tryToJoin(4, { resource: '77' })).status).toBe(404)
})

test('a member cannot wait for time that only their own booking of other equipment takes', async () => {
  await db.updateTable('equipment').set({ exclusiveUsage: true }).execute()
  expect(await tryToJoin(1, { resource: '3' })).toMatchObject({
    status: 422,
    body: { code: 'overlap', refusals: [{ code: 'overlap' }] },
  })
})

test('the entry of another member is not found', async () => {
  const entry = await join(2)
  await free()
  for (const attempt of [leave, accept]) {
    const [foreign, missing] = [await attempt(3, entry.id), await attempt(3, entry.id + 9)]
    expect(foreign.status).toBe(404)
    expect(foreign.body).toEqual({ ...(missing.body as object), requestId: expect.any(String) })
  }
  const { state: _, ...ofOther } = asked(2)
  expect((await send(3, 'POST', '/fabman/waitlist', ofOther)).status).toBe(404)
})

test('cancelling while others book, 30 rounds: only the first waiting member gets the time', async () => {
  for (let round = 0; round < 30; round++) {
    const [day, hour] = [addDays('2026-12-03', Math.floor(round / 3)), 10 + (round % 3) * 2]
    const times = { fromDateTime: `${day}T${hour}:00`, untilDateTime: `${day}T${hour + 2}:00` }
    const first = await book(1, times)
    const { id } = await join(2, times)
    const answers = await Promise.all([
      cancel(1, first.id),
      ...[3, 4, 5, 6].map((member) => tryToBook(member, times)),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 422, 422, 422, 422])
    expect((await entryOf(2))?.state).toBe('offered')
    await accept(2, id)
  }
}, 60_000)
