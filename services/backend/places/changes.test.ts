import nodeIcal from 'node-ical'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createCourseStore, sessionsOf } from '../courses/courses.store.ts'
import * as staff from '../staff/staff.store.ts'
import { accept } from './accepting.ts'
import { callOff } from './desk.ts'
import { leave } from './leaving.ts'
import { decideMinimums } from './minimum.ts'
import { moveDate } from './moving.ts'
import { asks, free, openPlaces, paid } from './places.fixture.ts'
import * as store from './places.store.ts'
import { substitute } from './substituting.ts'

let world: Awaited<ReturnType<typeof openPlaces>>

beforeAll(async () => {
  world = await openPlaces()
})
afterAll(() => world.close())
beforeEach(() => world.reset())

const thursday = '2026-12-17T18:30'

/** Mails of a kind: address, text, and the entries of their calendar files. */
async function mailsOf(kind: string) {
  const { db } = world
  const mails = await db
    .selectFrom('mail')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy('toAddress')
    .execute()
  return Promise.all(
    mails.map(async (mail) => {
      const files = await db.selectFrom('mailAttachment').selectAll().where('mailId', '=', mail.id).execute()
      const entries = files.flatMap(({ content }) =>
        Object.values(nodeIcal.sync.parseICS(String(content))).filter((each) => each?.type === 'VEVENT'),
      )
      return { to: mail.toAddress, text: mail.text, entries }
    }),
  )
}

describe('moving a date', () => {
  test('sessions keep their distance, everybody is told once, and calendars get the same entry again', async () => {
    await world.db
      .insertInto('courseSession')
      .values({
        dateId: paid.date,
        position: 2,
        fromDateTime: '2026-12-22T18:00',
        untilDateTime: '2026-12-22T21:00',
      })
      .execute()
    await world.books('ada')
    await world.signs('ben')
    const move = () => moveDate(world.parts, paid.date, thursday)
    await Promise.all([move(), move(), move()])
    expect(await world.run()).toMatchObject({
      fromDateTime: thursday,
      untilDateTime: '2026-12-24T21:30',
      sequence: 1,
    })
    const [ada, ben, ...others] = await mailsOf('course-moved')
    expect(others).toEqual([])
    expect(ada?.to).toBe('ada@example.org')
    expect(ada?.text).toContain('Bisher: Dienstag, 15. Dezember 2026, 18:00 Uhr')
    expect(ada?.text).toContain('bekommst du alles zurück, was du bezahlt hast')
    const sessions = await world.db
      .selectFrom('courseSession')
      .select('id')
      .where('dateId', '=', paid.date)
      .orderBy('position')
      .execute()
    expect(ada?.entries).toMatchObject(
      [
        ['2026-12-17T17:30:00.000Z', '2026-12-17T19:30:00.000Z'],
        ['2026-12-24T17:30:00.000Z', '2026-12-24T20:30:00.000Z'],
      ].map(([start, end], index) => ({
        uid: `course-session-${sessions[index]?.id}@werkbank.example`,
        sequence: 1,
        start: new Date(start ?? ''),
        end: new Date(end ?? ''),
      })),
    )
    // The seat is held, but not booked: no calendar has it yet.
    expect([ben?.to, ben?.entries]).toEqual(['ben@example.org', []])
    const [course] = await createCourseStore(world.db).courses([paid.course])
    expect(course?.dates).toMatchObject([{ fromDateTime: thursday, movedFrom: '2026-12-15T18:00' }])
  })

  test('an invoice that is written after the move names the new time, one that was issued stays', async () => {
    const linesOf = () =>
      world.db
        .selectFrom('invoiceLine')
        .select(['text', 'suppliedFrom', 'suppliedUntil'])
        .orderBy('invoiceId')
        .execute()
    await world.books('ada')
    await world.signs('ben')
    const issued = await linesOf()
    expect(issued).toMatchObject([
      { text: 'Drucken, Dienstag, 15. Dezember 2026, 18:00–20:00 Uhr', suppliedFrom: '2026-12-15' },
    ])
    await moveDate(world.parts, paid.date, thursday)
    await world.pay()
    expect(await linesOf()).toEqual([
      ...issued,
      {
        text: 'Drucken, Donnerstag, 17. Dezember 2026, 18:30–20:30 Uhr',
        suppliedFrom: '2026-12-17',
        suppliedUntil: '2026-12-17',
      },
    ])
  })

  test('cancelling is free of charge until it begins, for those who booked before the move only', async () => {
    const ada = await world.books('ada')
    const { place: held } = await world.signs('ben')
    await moveDate(world.parts, paid.date, '2026-11-26T18:00')
    await world.pay()
    const cleo = await world.books('cleo')
    await world.tend()
    for (const [id, cents] of [
      [ada.id, 2900],
      [held.id, 2900],
      [cleo.id, 0],
    ] as const)
      expect(await leave(world.parts, await world.known(id), { shownCents: cents })).toMatchObject({
        state: 'cancelled',
        refundCents: cents,
      })
  })

  test('the waiting list keeps its order, and an offer ends before the date begins', async () => {
    await world.reset(2)
    const dateId = free.date
    const ada = await world.books('ada', { dateId, party: 2 })
    const waiting = []
    for (const who of ['ben', 'cleo', 'dora']) waiting.push((await world.signs(who, { dateId })).place.id)
    await moveDate(world.parts, dateId, '2026-11-27T09:00')
    expect((await mailsOf('course-movedList')).map(({ to }) => to)).toEqual([
      'ben@example.org',
      'cleo@example.org',
      'dora@example.org',
    ])
    await leave(world.parts, await world.known(ada.id), { shownCents: 0 })
    expect(await world.states(dateId)).toEqual([
      'ada cancelled',
      'ben offered',
      'cleo offered',
      'dora waiting',
    ])
    await moveDate(world.parts, dateId, '2026-11-23T18:00')
    expect((await world.known(waiting[0] ?? 0)).offeredUntil).toEqual(new Date('2026-11-23T15:00:00Z'))
    expect(await world.states(dateId)).toEqual([
      'ada cancelled',
      'ben offered',
      'cleo offered',
      'dora waiting',
    ])
    expect((await mailsOf('course-movedList')).map(({ text }) => text).join()).toContain(
      'zurückgelegt bis Montag, 23. November 2026, 16:00 Uhr',
    )
    expect((await mailsOf('course-movedList')).at(-1)?.text).toContain('Warteliste behältst du')
  })

  test('nobody takes a seat at a time that they have not seen', async () => {
    await world.reset(1)
    const { connector } = world.parts
    const { space } = connector
    /** The date moves when the workshop system is asked about the seller: it was read before. */
    const moveMeanwhile = () => {
      connector.space = async (id) => {
        connector.space = space
        await moveDate(world.parts, paid.date, thursday)
        return space(id)
      }
    }
    moveMeanwhile()
    await expect(world.signs('ada')).rejects.toMatchObject({ code: 'conflict' })
    await world.reset(1)
    const ben = await world.books('ben')
    const { place: cleo } = await world.signs('cleo')
    await leave(world.parts, ben, { shownCents: 2900 })
    const offered = await world.known(cleo.id)
    moveMeanwhile()
    await expect(accept(world.parts, offered, asks('cleo'))).rejects.toMatchObject({ code: 'conflict' })
    expect((await world.known(cleo.id)).state).toBe('offered')
  })

  test('a date that is called off, over or unknown does not move, and none moves to the past', async () => {
    const move = (to: string, date: number = free.date) => moveDate(world.parts, date, to)
    await expect(move('2026-11-20T10:00')).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(move('2027-03-28T02:30')).rejects.toMatchObject({ code: 'invalidInput' })
    await expect(move(thursday, 999)).rejects.toMatchObject({ code: 'notFound' })
    await callOff(world.parts, free.date)
    await expect(move(thursday)).rejects.toMatchObject({ code: 'conflict' })
    await world.reset()
    world.time.now = new Date('2026-12-15T17:00:00Z')
    await expect(move(thursday)).rejects.toMatchObject({ code: 'conflict' })
    expect(await mailsOf('course-moved')).toEqual([])
  })
})

describe('a date that needs four people', () => {
  const needsFour = (belowMinimum: 'ask' | 'cancel') =>
    world.db
      .updateTable('course')
      .set({ minParticipants: 4, belowMinimum })
      .where('id', '=', paid.course)
      .execute()
  const inTime = () => (world.time.now = new Date('2026-12-12T08:00:00Z'))
  /** Two processes, and each again. */
  const decide = () => Promise.all([0, 0, 0, 0].map(() => decideMinimums(world.parts)))

  test('is called off once when it has three: everybody gets the money back', async () => {
    await needsFour('cancel')
    await world.books('ada', { party: 2 })
    await world.books('ben')
    world.time.now = new Date('2026-12-12T07:59:00Z')
    await decide()
    expect(await world.states()).toEqual(['ada booked', 'ben booked'])
    inTime()
    await decide()
    expect(await world.states()).toEqual(['ada cancelled', 'ben cancelled'])
    expect((await mailsOf('course-calledOff')).map(({ to }) => to)).toEqual([
      'ada@example.org',
      'ben@example.org',
    ])
    const { refunds } = await world.left()
    expect(refunds.map(({ amountCents }) => amountCents).toSorted()).toEqual([2900, 5800])
    expect(await world.run()).toMatchObject({ state: 'cancelled' })
  })

  test('takes place with four, for which a payment that is under way is waited for, also when one cancels later', async () => {
    await needsFour('cancel')
    const ada = await world.books('ada', { party: 3 })
    inTime()
    await world.signs('ben')
    await decide()
    expect(await world.run()).toMatchObject({ state: 'planned', minimumDecidedAt: null })
    await world.pay()
    await decide()
    await leave(world.parts, await world.known(ada.id), { shownCents: 0 })
    await decide()
    expect(await world.states()).toEqual(['ada cancelled', 'ben booked'])
    expect(await mailsOf('course-calledOff')).toEqual([])
  })

  test('its trainers and the managers are asked once; a move asks again in its time', async () => {
    await needsFour('ask')
    const { db, time } = world
    const add = (email: string, role: 'trainer' | 'manager') =>
      staff.put(db, { email, role, createdAt: time.now })
    await add('mona@example.org', 'manager')
    await add('other@example.org', 'trainer')
    await staff.addCourse(db, (await add('tina@example.org', 'trainer')).id, paid.course)
    await world.books('ada')
    inTime()
    await decide()
    const asked = await mailsOf('course-tooFew')
    expect(asked.map(({ to }) => to)).toEqual(['mona@example.org', 'tina@example.org'])
    expect(asked[0]?.text).toContain('gebucht: 1, gebraucht werden 4')
    expect(await world.states()).toEqual(['ada booked'])
    await moveDate(world.parts, paid.date, '2026-12-20T18:00')
    await decide()
    expect(await mailsOf('course-tooFew')).toHaveLength(2)
    world.time.now = new Date('2026-12-17T08:00:00Z')
    await decide()
    expect(await mailsOf('course-tooFew')).toHaveLength(4)
  })
})

describe('a substitute', () => {
  const person = (who: string, change: object = {}) => ({
    email: `${who}@example.org`,
    firstName: who,
    lastName: 'Neu',
    bornOn: '1991-01-01',
    ...change,
  })
  const gives = async (id: number, to: ReturnType<typeof person>) =>
    substitute(world.parts, await world.known(id), to)

  test('takes the place over: both are told, one calendar loses it and one gets it, and money goes to the buyer', async () => {
    const { id } = await world.books('ada', { party: 2 })
    await gives(id, person('Zoe'))
    expect(await world.known(id)).toMatchObject({
      state: 'booked',
      party: 2,
      subject: null,
      email: 'Zoe@example.org',
      requestKey: null,
      checked: null,
    })
    const [former] = await mailsOf('course-substituted')
    const [next] = await mailsOf('course-substitute')
    expect([former?.to, next?.to]).toEqual(['ada@example.org', 'Zoe@example.org'])
    expect(former?.text).toContain('dein Platz gehört jetzt Zoe Neu')
    expect(next?.text).toContain('ada Muster kann nicht kommen')
    expect([former?.entries, next?.entries]).toMatchObject([
      [{ status: 'CANCELLED' }],
      [{ status: 'CONFIRMED' }],
    ])
    const zoe = { subject: 'auth0|zoe', email: 'zoe@EXAMPLE.org' }
    expect(await store.ownPlaces(world.db, { ...zoe, emailVerified: false }, null)).toEqual([])
    expect(await store.ownPlaces(world.db, { ...zoe, emailVerified: true }, null)).toMatchObject([{ id }])
    await leave(world.parts, await world.known(id), { shownCents: 5800 })
    const [cancelled] = await mailsOf('course-cancelled')
    expect(cancelled?.text).toContain('bekommt die Person, die den Platz bezahlt hat')
    const { refunds, mails } = await world.left()
    expect(refunds.map(({ amountCents }) => amountCents)).toEqual([5800])
    expect(mails).toContain('order-refund')
  })

  test('is one person, however many are named at once, and the former person cannot cancel any more', async () => {
    const { id } = await world.books('ada', { dateId: free.date })
    const found = await world.known(id)
    const results = await Promise.allSettled(
      ['Ben', 'Cleo', 'Dora'].map((who) => substitute(world.parts, found, person(who))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(1)
    expect(await mailsOf('course-substitute')).toHaveLength(1)
    await expect(leave(world.parts, found, { shownCents: 0 })).rejects.toMatchObject({ code: 'conflict' })
    expect((await world.known(id)).state).toBe('booked')
  })

  test('has no place there yet, is old enough, has the trainings that are needed, and comes before it begins', async () => {
    const dateId = free.date
    const { id } = await world.books('ada', { dateId })
    await world.books('ben', { dateId })
    const refused = (to: ReturnType<typeof person>) =>
      gives(id, to).then(
        () => 'given',
        ({ code }: { code: string }) => code,
      )
    expect(await refused(person('BEN'))).toBe('substituteHasPlace')
    expect(await refused(person('ADA'))).toBe('substituteHasPlace')
    expect(await refused(person('Kim', { bornOn: '2010-01-01' }))).toBe('substituteUnfit')
    expect(await refused(person('Kim', { bornOn: '2030-01-01' }))).toBe('invalidInput')
    const { db, parts, time } = world
    await db.insertInto('courseRequirement').values({ courseId: free.course, trainingId: 9 }).execute()
    expect(await refused(person('Kim'))).toBe('substituteUnfit')
    const training = { training: 9, fromDate: '2026-01-01', untilDate: '2026-12-15' }
    const { trainings, membersByEmail } = parts.connector
    Object.assign(parts.connector, {
      membersByEmail: async () => [{ id: 4711 }],
      trainings: async () => [training],
    })
    expect(await refused(person('Kim'))).toBe('given')
    Object.assign(parts.connector, { trainings, membersByEmail })
    expect(await world.known(id)).toMatchObject({ memberId: 4711, email: 'Kim@example.org' })
    const ben = await db
      .selectFrom('coursePlace')
      .select('id')
      .where('firstName', '=', 'ben')
      .executeTakeFirstOrThrow()
    time.now = new Date('2026-12-15T17:00:00Z')
    await db.deleteFrom('courseRequirement').execute()
    await expect(gives(ben.id, person('Lea'))).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('the calendar of a member has the sessions of their dates with the sequence of each change', async () => {
  const member = 4711
  const feed = async () => {
    const sessions = await sessionsOf(world.db, member, '2026-01-01T00:00')
    return sessions.map(({ fromDateTime, sequence, isCancelled, title }) => [
      title.en,
      fromDateTime,
      sequence,
      isCancelled,
    ])
  }
  await world.db.insertInto('accountLink').values({ subject: 'auth0|ada', memberId: member }).execute()
  const ada = await world.books('ada', { dateId: free.date })
  await world.signs('ada')
  await world.books('ben', { dateId: free.date })
  expect(await feed()).toEqual([['Repair café', '2026-12-15T18:00', 0, false]])
  await moveDate(world.parts, free.date, thursday)
  expect(await feed()).toEqual([['Repair café', thursday, 1, false]])
  await leave(world.parts, await world.known(ada.id), { shownCents: 0 })
  expect(await feed()).toEqual([['Repair café', thursday, 1, true]])
  await world.signs('ada', { dateId: free.date, requestKey: 'again' })
  expect(await feed()).toEqual([['Repair café', thursday, 1, false]])
  await callOff(world.parts, free.date)
  expect(await feed()).toEqual([['Repair café', thursday, 2, true]])
})
