import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { announceDates } from './interest.ts'
import { addInterest } from './interest.store.ts'
import { callOff, setSeats } from './desk.ts'
import { asks, free, openPlaces, paid } from './places.fixture.ts'
import { ids } from '../../../tests/services.fixture.ts'

let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const day = 24 * 60

describe('a free course', () => {
  test('is booked at once, once, and takes the seats of the party', async () => {
    const { place, payUrl } = await world.signs('ada', { dateId: free.date, party: 3 })
    expect(payUrl).toBeNull()
    expect(place).toMatchObject({ state: 'booked', party: 3, memberId: null })
    expect((await world.signs('ada', { dateId: free.date, party: 3 })).place.id).toBe(place.id)
    const again = world.signs('ada', { dateId: free.date, requestKey: 'another' })
    await expect(again).rejects.toMatchObject({ code: 'alreadySignedUp' })
    expect(await world.run(free.date)).toMatchObject({ taken: 3, freeSeats: 5 })
    expect(await world.mails()).toEqual(['course-booked'])
    const files = await world.db.selectFrom('mailAttachment').select(['name', 'content']).execute()
    expect(files.map(({ name }) => name)).toEqual(['termin.ics'])
    expect(String(files[0]?.content)).toContain('DTSTART;TZID=Europe/Berlin:20261215T180000')
  })

  test('has a waiting list when all its seats are reserved: a seat that is added is offered', async () => {
    await world.reset(2)
    const date = world.db.updateTable('courseDate').where('id', '=', free.date)
    await date.set({ reservedSeats: 2 }).execute()
    expect((await world.signs('ada', { dateId: free.date })).place.state).toBe('waiting')
    await expect(world.signs('ben', { dateId: free.date, party: 3 })).rejects.toMatchObject({
      code: 'refused',
    })
    await setSeats(world.parts, free.date, 3)
    expect(await world.states(free.date)).toEqual(['ada offered'])
  })

  test('has a waiting list when it is full: the first who fits is offered a freed seat', async () => {
    await world.reset(2)
    const ada = await world.books('ada', { dateId: free.date })
    await world.signs('ben', { dateId: free.date })
    const { place: duo } = await world.signs('cleo', { dateId: free.date, party: 2 })
    const { place: dora } = await world.signs('dora', { dateId: free.date })
    expect([duo.state, dora.state]).toEqual(['waiting', 'waiting'])
    await world.leaves(ada.id)
    expect(await world.states(free.date)).toEqual([
      'ada cancelled',
      'ben booked',
      'cleo waiting',
      'dora offered',
    ])
    const { place } = await world.accepts('dora', dora.id)
    expect(place.state).toBe('booked')
    expect((await world.signs('ede', { dateId: free.date })).place.state).toBe('waiting')
    expect((await world.mails()).join(' ')).toBe(
      'course-booked course-booked course-booked course-cancelled course-offered course-waiting course-waiting course-waiting',
    )
  })

  test('an offer that nobody accepts in a day goes to the next one; a declined one, too', async () => {
    await world.reset(1)
    const ada = await world.books('ada', { dateId: free.date })
    const waiting = []
    for (const who of ['ben', 'cleo', 'dora'])
      waiting.push((await world.signs(who, { dateId: free.date })).place)
    await world.leaves(ada.id)
    world.minutesLater(day + 1)
    await expect(world.accepts('ben', waiting[0]?.id ?? 0)).rejects.toMatchObject({ code: 'offerEnded' })
    await world.tend()
    expect((await world.states(free.date)).slice(1)).toEqual(['ben ended', 'cleo offered', 'dora waiting'])
    await world.leaves(waiting[1]?.id ?? 0)
    expect((await world.states(free.date)).slice(1)).toEqual(['ben ended', 'cleo cancelled', 'dora offered'])
    expect(await world.mails()).toContain('course-offerOver')
  })

  test('shortly before it begins a seat is for the first who comes', async () => {
    await world.reset(1)
    const ada = await world.books('ada', { dateId: free.date })
    await world.signs('ben', { dateId: free.date })
    world.time.now = new Date('2026-12-15T14:30:00Z')
    await world.leaves(ada.id)
    expect(await world.states(free.date)).toEqual(['ada cancelled', 'ben ended'])
    expect(await world.mails()).toContain('course-soon')
    expect((await world.signs('cleo', { dateId: free.date })).place.state).toBe('booked')
  })
})

describe('a paid course', () => {
  test.each([
    [7, /Bis einschließlich Dienstag, 8\. Dezember 2026 kannst du kostenlos absagen\.[^]*Danach bekommst du/],
    [60, /Kostenlos absagen geht für diesen Termin nicht mehr: Sagst du ab, bekommst du 50 % zurück/],
  ])('says in the mail what cancelling costs, free until %i days before', async (freeCancelDays, text) => {
    const rules = { freeCancelDays, lateRefundPercent: 50 }
    await world.db.updateTable('course').set(rules).where('id', '=', paid.course).execute()
    await world.books('ada')
    const mail = await world.db
      .selectFrom('mail')
      .select('text')
      .where('kind', '=', 'course-booked')
      .executeTakeFirst()
    expect(mail?.text).toMatch(text)
  })

  test('holds the seat while it is paid, then is booked with an invoice over its tax', async () => {
    await world.db.updateTable('course').set({ vat: 'reduced' }).where('id', '=', paid.course).execute()
    const { place, payUrl } = await world.signs('ada', { party: 2 })
    expect(place).toMatchObject({ state: 'held', priceCents: 5800 })
    expect(payUrl).toBe('https://pay.example/cs_1')
    expect((await world.signs('ada', { party: 2 })).payUrl).toBe(payUrl)
    expect(await world.run()).toMatchObject({ taken: 2 })
    await world.pay()
    await world.jobs()
    const booked = await world.known(place.id)
    expect(booked.state).toBe('booked')
    expect(booked.memberId).toBeGreaterThan(1000)
    expect(await world.left()).toMatchObject({
      orders: [{ state: 'fulfilled' }],
      invoices: [{ grossCents: 5800 }],
      mails: ['course-booked', 'invoice'],
      refunds: [],
    })
    const taxes = await world.db.selectFrom('invoiceTax').select(['taxPercent', 'taxCents']).execute()
    expect(taxes).toEqual([{ taxPercent: '7.00', taxCents: 379 }])
    const [line] = await world.db.selectFrom('invoiceLine').select(['text', 'suppliedFrom']).execute()
    expect(line).toMatchObject({ suppliedFrom: '2026-12-15' })
    expect(line?.text).toContain('2 × Drucken')
  })

  test('gives the seat back when nobody pays in time, and late money gets a free seat', async () => {
    await world.reset(1)
    const { place } = await world.signs('ada')
    world.minutesLater(14)
    await world.tend()
    expect(await world.states()).toEqual(['ada held'])
    world.minutesLater(2)
    await world.tend()
    expect(await world.states()).toEqual(['ada ended'])
    expect(world.payments.pages()[0]?.state).toBe('expired')
    world.payments.become('paid')
    await Promise.all([world.refreshAll(), world.refreshAll(), world.refreshAll()])
    await world.jobs()
    expect((await world.known(place.id)).state).toBe('booked')
    expect(await world.left()).toMatchObject({ orders: [{ state: 'fulfilled' }], refunds: [] })
  })

  test('late money goes back when others have the seat, and its buyer is first in line', async () => {
    await world.reset(1)
    await world.signs('ada')
    const { place: ben } = await world.signs('ben')
    world.minutesLater(16)
    await world.tend()
    expect(await world.states()).toEqual(['ada ended', 'ben offered'])
    await world.signs('cleo')
    world.payments.become('paid', 'cs_1')
    await Promise.all([world.refreshAll(), world.refreshAll()])
    await world.jobs()
    await world.jobs()
    expect(await world.states()).toEqual(['ada waiting', 'ben offered', 'cleo waiting'])
    expect(await world.left()).toMatchObject({
      invoices: [],
      refunds: [{ amountCents: 2900, state: 'done' }],
    })
    await world.leaves(ben.id)
    expect(await world.states()).toEqual(['ada offered', 'ben cancelled', 'cleo waiting'])
    expect(await world.mails()).toContain('course-lost')
  })

  test('an offered seat is paid within its time, and stays offered when the page runs out', async () => {
    await world.reset(1)
    const ada = await world.books('ada')
    const { place: ben } = await world.signs('ben')
    await world.leaves(ada.id)
    expect((await world.accepts('ben', ben.id)).payUrl).toBe('https://pay.example/cs_2')
    expect((await world.known(ben.id)).state).toBe('held')
    world.minutesLater(16)
    await world.tend()
    expect((await world.known(ben.id)).state).toBe('offered')
  })

  test('a provider that does not answer keeps a seat for half an hour at most', async () => {
    await world.signs('ada')
    world.payments.faults.down = true
    world.minutesLater(16)
    await world.tend()
    expect(await world.states()).toEqual(['ada held'])
    world.minutesLater(15)
    await world.tend()
    expect(await world.states()).toEqual(['ada ended'])
  })

  test('is paid by card only when it begins in less than 14 days', async () => {
    await world.signs('ada')
    world.time.now = new Date('2026-12-02T09:00:00Z')
    await world.signs('ben')
    expect(world.payments.pages().map(({ asked }) => asked.takesCardsOnly)).toEqual([false, true])
  })
})

describe('cancelling', () => {
  test('is free until the deadline: the money goes back and the invoice is cancelled', async () => {
    const ada = await world.books('ada')
    const gone = await world.leaves(ada.id, 2900)
    expect(gone).toMatchObject({ state: 'cancelled', refundCents: 2900 })
    expect((await world.leaves(ada.id, 2900)).refundCents).toBe(2900)
    await world.tend()
    const { invoices, refunds, orders } = await world.left()
    expect(invoices.map(({ grossCents }) => grossCents)).toEqual([2900, -2900])
    expect(refunds).toEqual([{ amountCents: 2900, state: 'done' }])
    expect(orders).toMatchObject([{ state: 'refunded' }])
    expect((await world.run()).taken).toBe(0)
  })

  test('later gives back the share of the course, and the rest once another has the seat', async () => {
    await world.reset(1)
    await world.db
      .updateTable('course')
      .set({ lateRefundPercent: 30 })
      .where('id', '=', paid.course)
      .execute()
    const ada = await world.books('ada')
    world.time.now = new Date('2026-12-10T11:00:00Z')
    await expect(world.leaves(ada.id, 2900)).rejects.toMatchObject({ code: 'refundChanged' })
    expect(await world.leaves(ada.id, 870)).toMatchObject({ refundCents: 870 })
    await world.tend()
    expect((await world.left()).invoices.map(({ grossCents }) => grossCents)).toEqual([2900, -2900, 2030])
    await world.books('ben')
    await world.tend()
    await world.tend()
    expect((await world.known(ada.id)).refundCents).toBe(2900)
    const { invoices, refunds } = await world.left()
    expect(invoices.map(({ grossCents }) => grossCents)).toEqual([2900, -2900, 2030, 2900, -2030])
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([870, 2030])
  })

  test('is over when the date begins', async () => {
    const ada = await world.books('ada', { dateId: free.date })
    world.time.now = new Date('2026-12-15T17:00:00Z')
    await expect(world.leaves(ada.id)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('the space', () => {
  test('raises the seats, which those who wait are offered, and cannot take seats away', async () => {
    await world.reset(1)
    await world.books('ada', { dateId: free.date })
    await world.signs('ben', { dateId: free.date })
    await setSeats(world.parts, free.date, 2)
    expect(await world.states(free.date)).toEqual(['ada booked', 'ben offered'])
    await expect(setSeats(world.parts, free.date, 1)).rejects.toMatchObject({
      code: 'seatsTaken',
      options: { params: { least: '2' } },
    })
  })

  test('calls a date off: everybody is told, what was paid goes back, and late money, too', async () => {
    await world.reset(2)
    await world.books('ada')
    await world.signs('ben')
    await world.signs('cleo')
    await callOff(world.parts, paid.date)
    await callOff(world.parts, paid.date)
    world.payments.become('paid')
    await world.refreshAll()
    await world.jobs()
    await world.tend()
    expect(await world.states()).toEqual(['ada cancelled', 'ben ended', 'cleo cancelled'])
    const { refunds, invoices } = await world.left()
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([2900, 2900])
    expect(invoices.map(({ grossCents }) => grossCents)).toEqual([2900, -2900])
    expect((await world.mails()).filter((kind) => kind === 'course-calledOff')).toHaveLength(3)
    await expect(world.signs('dora')).rejects.toMatchObject({ code: 'refused' })
    await expect(setSeats(world.parts, paid.date, 9)).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('who wants to hear of new dates', () => {
  test('is mailed each new date of the course once, all that are new in one mail', async () => {
    const { db, parts } = world
    await announceDates(parts)
    const createdAt = world.time.now
    for (const [subject, locale] of [['auth0|ada', 'de'] as const, ['auth0|ben', 'en'] as const])
      await addInterest(db, { courseId: free.course, subject, email: 'a@b.example', locale, createdAt })
    await announceDates(parts)
    expect(await world.mails()).toEqual([])
    const row = { courseId: free.course, seats: 8, updatedAt: world.time.now }
    const times = (day: string) => ({ fromDateTime: `${day}T18:00`, untilDateTime: `${day}T20:00` })
    await db
      .insertInto('courseDate')
      .values(
        ['2027-01-05', '2027-01-12', '2020-01-01'].map((day, index) => ({
          id: 900 + index,
          ...row,
          ...times(day),
        })),
      )
      .execute()
    await Promise.all([announceDates(parts), announceDates(parts)])
    await announceDates(parts)
    expect(await world.mails()).toEqual(['course-newDates', 'course-newDates'])
    const [mail] = await db.selectFrom('mail').select('text').where('locale', '=', 'de').execute()
    expect(mail?.text).toMatch(/Dienstag, 5\. Januar 2027, 18:00–20:00 Uhr\nDienstag, 12\. Januar/)
    expect(mail?.text).toContain(`/events/${free.course}/sign-up`)
    expect(mail?.text).not.toContain('2020')
    await db
      .deleteFrom('courseDate')
      .where('courseId', '=', free.course)
      .where('id', '<>', free.date)
      .execute()
  })
})

describe('who may come', () => {
  const refusal = (change: Parameters<typeof asks>[1]) =>
    world.signs('ada', { dateId: free.date, ...change }).then(
      () => [],
      (error: { code: string; options: { refusals?: { code: string }[] } }) =>
        error.options.refusals?.map(({ code }) => code) ?? [error.code],
    )

  test('people under age need a guardian, company, and the least age', async () => {
    await world.db
      .updateTable('course')
      .set({ minAge: 12, accompaniedBelow: 16 })
      .where('id', '=', free.course)
      .execute()
    const guardian = { name: 'Grete Muster', phone: '0221 1234' }
    expect(await refusal({ bornOn: '2015-12-16' })).toEqual(['courseAge', 'accompanied', 'guardianMissing'])
    expect(await refusal({ bornOn: '2012-01-01', guardian })).toEqual(['accompanied'])
    const along = (...companionAges: number[]) =>
      refusal({ bornOn: '2012-01-01', guardian, party: 2, companionAges })
    expect(await along()).toEqual(['invalidInput'])
    expect(await refusal({ bornOn: '1980-01-01', party: 2, companionAges: [9] })).toEqual(['companionAge'])
    expect(await along(15)).toEqual(['accompanied'])
    expect(await along(11)).toEqual(['companionAge', 'accompanied'])
    expect(await along(40)).toEqual([])
  })

  test('a training that is needed first is one that holds on that day, or one that is booked before', async () => {
    await world.db.insertInto('courseRequirement').values({ courseId: free.course, trainingId: 9 }).execute()
    expect(await refusal({})).toEqual(['requirementMissing'])
    // Course 1 gives training 9, on 1 December.
    const row = { dateId: 101, subject: 'auth0|ada', email: 'ada@example.org', createdAt: world.time.now }
    await world.db
      .insertInto('coursePlace')
      .values({ ...row, state: 'booked' })
      .execute()
    expect(await refusal({})).toEqual([])
  })

  test('an online instruction may be passed until the course begins, and the mail leads there', async () => {
    const needs = { courseId: free.course, trainingId: 12 }
    await world.db.insertInto('courseRequirement').values(needs).execute()
    // Nothing asks for it at the end of a course that does not give what needs it.
    expect(await refusal({})).toEqual(['requirementMissing'])
    await world.db.insertInto('courseTraining').values({ courseId: free.course, trainingId: 11 }).execute()
    await world.db
      .insertInto('trainingRequirement')
      .values({ trainingId: 11, requiresId: 12 })
      .onConflict((on) => on.doNothing())
      .execute()
    expect(await refusal({ locale: 'en' })).toEqual([])
    const mail = await world.db.selectFrom('mail').select('text').executeTakeFirstOrThrow()
    expect(mail.text).toMatch(/online instruction “Sicherheit”[^]* here: \S+\/en\/instruction\/werkstatt\n/)
    await world.db.deleteFrom('courseTraining').where('courseId', '=', free.course).execute()
    expect(await refusal({ attendee: asks('ben').attendee })).toEqual(['requirementMissing'])
  })

  test('a price that has changed, a date that is over and a name that is not said are refused', async () => {
    await expect(world.signs('ada', { priceSeen: '28.00' })).rejects.toMatchObject({ code: 'priceChanged' })
    await expect(world.signs('ada', { bornOn: undefined })).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(world.signs('ada', { firstName: undefined })).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(world.signs('ada', { dateId: 999 })).rejects.toMatchObject({ code: 'notFound' })
    world.time.now = new Date('2026-12-15T17:00:00Z')
    expect(await refusal({})).toEqual(['courseState'])
  })

  test('a member with a package pays the member price for their own seat only', async () => {
    await world.db
      .updateTable('course')
      .set({ memberPriceCents: 1900 })
      .where('id', '=', paid.course)
      .execute()
    const member = await world.parts.connector.member(ids.tom)
    await world.db
      .insertInto('memberPackage')
      .values({ memberId: ids.tom, packageId: 71, fromDate: '2026-01-01', createdAt: world.time.now })
      .execute()
    const attendee = { subject: 'auth0|tom', email: 'tom@example.org', member }
    const { place } = await world.signs('tom', { party: 2, priceSeen: '48.00', attendee })
    expect(place).toMatchObject({ state: 'held', priceCents: 4800, memberId: ids.tom })
  })
})
