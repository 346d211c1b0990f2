import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../contracts/problem.ts'
import type { AttendanceMark } from '../contracts/staff.ts'
import { listOf, markAttendance } from '../services/backend/attendance/attendance.ts'
import * as store from '../services/backend/attendance/attendance.store.ts'
import { arrive } from '../services/backend/attendance/check-in.ts'
import { certificatesOfPlace, findCertificate } from '../services/backend/certificates/certificates.store.ts'
import { hereOf } from '../services/backend/places/seats.ts'
import { signatureOf } from '../services/backend/staff/staff.ts'
import { giveTraining, revokeTraining } from '../services/backend/trainings/granting.ts'
import { tendTrainings } from '../services/backend/trainings/tending.ts'
import * as trainings from '../services/backend/trainings/trainings.store.ts'
import { twins } from '../services/connector/twins.fixture.ts'
import { laser, openTrainings } from './trainings.fixture.ts'

const safety = 5
const [course, date] = [1, 10]

describe.each(twins)('a trainer marks who was there, with %s:', (_, open) => {
  let world: Awaited<ReturnType<typeof openTrainings>>

  beforeAll(async () => {
    world = await openTrainings(open)
    const { db, twin } = world
    await twin.addTraining({ id: safety, title: 'Sicherheit', state: 'active' })
    const named = { kind: 'training', titleDe: 'Laser', titleEn: 'Laser', priceCents: 0 }
    await db
      .insertInto('course')
      .values({ id: course, ...named })
      .execute()
    await db.insertInto('courseTraining').values({ courseId: course, trainingId: laser }).execute()
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.reset()
    const { db } = world
    await db.deleteFrom('staff').execute()
    await db
      .insertInto('staff')
      .values({ email: 'tina@example.org', role: 'manager', createdAt: world.time.now })
      .execute()
    await db.deleteFrom('coursePlace').execute()
    await db.deleteFrom('courseDate').execute()
    const times = { fromDateTime: '2026-12-01T07:00', untilDateTime: '2026-12-01T09:00' }
    await db
      .insertInto('courseDate')
      .values({ id: date, courseId: course, ...times, seats: 12 })
      .execute()
  })

  /** Signs people up. @returns the ids of their places */
  async function signUp(
    ...people: { memberId?: number; email?: string; subject?: string; lastName?: null; bornOn?: string }[]
  ): Promise<number[]> {
    const names = { firstName: 'Nele', lastName: 'Neu' }
    const rows = people.map((each) => ({
      dateId: date,
      ...names,
      ...each,
      state: 'booked',
      createdAt: world.time.now,
    }))
    const places = await world.db.insertInto('coursePlace').values(rows).returning('id').execute()
    return places.map(({ id }) => id)
  }

  async function mark(marks: [place: number, mark: AttendanceMark][], session = 0): Promise<void> {
    const found = await store.findDate(world.db, date)
    if (!found) throw new Error('no date')
    const asked = {
      dateId: date,
      session: found.sessions[session]?.id ?? 0,
      marks: marks.map(([place, own]) => ({ place, mark: own })),
    }
    await markAttendance(world.parts, found, asked, { by: 'Tina', here: await hereOf(world.parts) })
    await tendTrainings(world.parts)
  }

  const alike = (places: number[], own: AttendanceMark) =>
    places.map((place): [number, AttendanceMark] => [place, own])
  const states = async () => (await store.placesOf(world.db, date)).map(({ state }) => state)

  test('whoever passes may book at once, once, and nobody else', async () => {
    const [two = 0, three = 0] = await signUp({ memberId: 2 }, { memberId: 3 })
    await mark([
      [two, 'present'],
      [three, 'absent'],
    ])
    expect([await world.booksLaser(2), await states()]).toEqual(['422 noPermission', ['booked', 'missed']])
    for (let time = 0; time < 2; time++) await mark([[two, 'passed']])
    expect([await world.booksLaser(2), await world.booksLaser(3)]).toEqual(['201', '422 noPermission'])
    expect([await states(), await world.trainings(2)]).toMatchObject([
      ['attended', 'missed'],
      [{ training: laser, untilDate: '2027-12-01' }],
    ])
    // Also on another day.
    world.daysLater(1)
    await mark([[two, 'passed']])
    expect(await world.trainings(2)).toHaveLength(1)
    expect(await world.mails()).toEqual(['training-given m2@example.org'])
    // Six months for a minor, also a member who said so at the sign-up alone.
    await mark([[(await signUp({ memberId: 4, bornOn: '2010-04-03' }))[0] ?? 0, 'passed']])
    expect(await world.trainings(4)).toMatchObject([{ training: laser, untilDate: '2027-06-02' }])
  })

  test('taps are kept while the workshop system is away, and given once, from that day on, when it answers', async () => {
    const listed = async () => {
      const list = await listOf(world.parts, {
        date: (await store.findDate(world.db, date))!,
        here: await hereOf(world.parts),
      })
      return list.people
        .map(({ place, name, hasPassed, waiting }) => [place, name, hasPassed, waiting] as const)
        .toSorted()
    }
    // One who signed up before names were kept, one of these days, and one who is no member yet.
    const people = await signUp(
      { memberId: 2, lastName: null },
      { memberId: 3 },
      { email: 'nele@example.org' },
    )
    expect((await listed())[0]?.[1]).toBe('Vorname2 Name2')
    world.faults.isDown = true
    await mark(people.map((place) => [place, 'passed']))
    await mark([[people[0] ?? 0, 'passed']])
    const tina = { id: 1, email: 'tina@example.org', role: 'manager' as const, courses: [] }
    const account = { subject: 'auth0|tina', email: tina.email, emailVerified: true }
    const signing = { callers: { memberOf: async () => 2 }, connector: world.parts.connector }
    expect(await signatureOf(account, tina, signing)).toBe('tina@example.org')
    const names = ['Vorname2 Name2', 'Nele Neu', 'Nele Neu']
    expect(await listed()).toEqual(people.map((place, index) => [place, names[index], true, 1]))
    await tendTrainings(world.parts)
    world.time.now = new Date(world.time.now.getTime() + 10 * 60_000)
    expect(await states()).toEqual(people.map(() => 'attended'))
    world.daysLater(1)
    world.faults.isDown = false
    await Promise.all([tendTrainings(world.parts), tendTrainings(world.parts)])
    await tendTrainings(world.parts)
    expect((await listed()).map((each) => each[3])).toEqual([0, 0, 0])
    const [nele] = await world.parts.connector.membersByEmail('nele@example.org')
    for (const member of [2, 3, nele?.id ?? 0])
      expect(await world.trainings(member)).toMatchObject([
        { training: laser, fromDate: '2026-12-01', untilDate: '2027-12-01' },
      ])
    expect((await world.mails()).map((each) => each.split(' ')[0])).toEqual(
      people.map(() => 'training-given'),
    )
    expect(await certificatesOfPlace(world.db, people[2] ?? 0)).toMatchObject([
      { givenOn: '2026-12-01', givenBy: 'Tina' },
    ])
  })

  test('a place for which giving always fails waits some minutes, and keeps no others waiting', async () => {
    const [, two = 0] = await signUp({ email: 'stuck@example.org' }, { memberId: 2 })
    await hereOf(world.parts)
    world.faults.isDown = true
    await mark(
      (await world.db.selectFrom('coursePlace').select('id').execute()).map(({ id }) => [id, 'passed']),
    )
    world.faults.isDown = false
    const { connector } = world.parts
    const { membersByEmail } = connector
    let tries = 0
    connector.membersByEmail = async () => {
      tries++
      throw new Problem('forbidden')
    }
    for (let time = 0; time < 3; time++) await tendTrainings(world.parts)
    expect([tries, await certificatesOfPlace(world.db, two)]).toMatchObject([1, [{ givenBy: 'Tina' }]])
    world.time.now = new Date(world.time.now.getTime() + 10 * 60_000)
    await tendTrainings(world.parts)
    expect(tries).toBe(2)
    connector.membersByEmail = membersByEmail
    const waiting = async () =>
      (await store.passedWhileAway(world.db, world.time.now)).map(({ email }) => email)
    expect(await waiting()).toEqual([])
    world.daysLater(1)
    expect(await waiting()).toEqual(['stuck@example.org'])
  })

  test('a tap of that time that is taken back gives nothing, and who turns out to lack a training is present only', async () => {
    await trainings.setRequirement(world.db, { trainingId: laser, requiresId: safety, isNeeded: true })
    await giveTraining(world.parts, { member: 3, training: safety, by: 'Tina', reason: 'Gezeigt' })
    await tendTrainings(world.parts)
    const [two = 0, three = 0, four = 0] = await signUp({ memberId: 2 }, { memberId: 3 }, { memberId: 4 })
    world.faults.isDown = true
    await mark([two, three, four].map((place) => [place, 'passed']))
    await mark([[four, 'absent']])
    world.faults.isDown = false
    for (let time = 0; time < 2; time++) await tendTrainings(world.parts)
    expect(await states()).toEqual(['booked', 'attended', 'missed'])
    expect([await world.booksLaser(2), await world.booksLaser(3), await world.trainings(4)]).toEqual([
      '422 noPermission',
      '201',
      [],
    ])
    expect((await world.mails()).filter((each) => each.startsWith('training-notGiven'))).toHaveLength(1)
  })

  test('what the workshop system refuses for good has no certificate, and staff are told', async () => {
    const [two = 0] = await signUp({ memberId: 2 })
    await mark([[two, 'passed']])
    const [{ id: _, ...given }] = (await trainings.grantsOf(world.db, 2)) as [trainings.StoredGrant]
    const gone = {
      ...given,
      trainingId: 999,
      title: 'Abgeschafft',
      state: 'asked',
      isTold: false,
      workshopId: null,
    }
    await world.db.transaction().execute((tx) => trainings.insert(tx, gone))
    const titles = async () => (await certificatesOfPlace(world.db, two)).map(({ titleDe }) => titleDe)
    expect(await titles()).toEqual(['Abgeschafft', 'Laser'])
    const [lost] = await certificatesOfPlace(world.db, two)
    for (let time = 0; time < 2; time++) await tendTrainings(world.parts)
    expect(await titles()).toEqual(['Laser'])
    expect(await findCertificate(world.db, lost?.code ?? '')).toMatchObject({ revokedOn: '2026-12-01' })
    expect((await world.mails()).filter((each) => each.startsWith('training-notGiven'))).toHaveLength(1)
  })

  test('a mark taken back closes the machine again, for seven days', async () => {
    const [two = 0] = await signUp({ memberId: 2 })
    await mark([[two, 'passed']])
    await mark([[two, 'open']])
    expect([await world.booksLaser(2), await states()]).toEqual(['422 noPermission', ['booked']])
    await mark([[two, 'passed']])
    expect(await world.booksLaser(2)).toBe('201')
    expect(await world.mails()).toEqual([
      'training-given m2@example.org',
      'training-revoked m2@example.org',
      'training-given m2@example.org',
    ])
    world.daysLater(8)
    await expect(mark([[two, 'absent']])).rejects.toMatchObject({ code: 'conflict' })
    expect(await states()).toEqual(['attended'])
  })

  test('somebody who is no member becomes one with the training', async () => {
    const [nele = 0] = await signUp({ email: 'nora@example.org' })
    for (let time = 0; time < 2; time++) await mark([[nele, 'passed']])
    const [member] = await world.parts.connector.membersByEmail('nora@example.org')
    expect(member).toMatchObject({ firstName: 'Nele', lastName: 'Neu' })
    expect(await world.trainings(member?.id ?? 0)).toMatchObject([{ training: laser }])
  })

  test('who lacks a training stays present, the others pass', async () => {
    await trainings.setRequirement(world.db, { trainingId: laser, requiresId: safety, isNeeded: true })
    await giveTraining(world.parts, { member: 3, training: safety, by: 'Tina', reason: 'Gezeigt' })
    await tendTrainings(world.parts)
    const both = await signUp({ memberId: 2 }, { memberId: 3 })
    await mark(alike(both, 'passed'))
    expect(await states()).toEqual(['booked', 'attended'])
    expect([await world.booksLaser(2), await world.booksLaser(3)]).toEqual(['422 noPermission', '201'])
    // Repeating the tap does not revoke a training, even after a required training has expired.
    await revokeTraining(world.parts, { member: 3, training: safety, by: 'Tina', reason: 'Geendet' })
    await tendTrainings(world.parts)
    await mark(alike(both, 'passed'))
    expect(await states()).toEqual(['booked', 'attended'])
  })

  test('of two evenings both count, and a session or a place of another date is unknown', async () => {
    const times = { fromDateTime: '2026-12-08T07:00', untilDateTime: '2026-12-08T09:00' }
    await world.db
      .insertInto('courseSession')
      .values({ dateId: date, position: 2, ...times })
      .execute()
    const [two = 0] = await signUp({ memberId: 2 })
    await mark([[two, 'passed']])
    expect(await states()).toEqual(['booked'])
    await expect(mark([[two, 'present']], 1)).rejects.toMatchObject({ code: 'tooEarly' })
    world.daysLater(7)
    await mark([[two, 'passed']], 1)
    expect(await states()).toEqual(['attended'])
    await expect(mark([[two, 'present']], 2)).rejects.toMatchObject({ code: 'notFound' })
    await expect(mark(alike([two, two + 1000], 'present'))).rejects.toMatchObject({ code: 'notFound' })
    expect(await states()).toEqual(['attended'])
  })

  test('whoever passes gets a certificate, which is revoked with the mark and given anew', async () => {
    const [two = 0] = await signUp({ memberId: 2 })
    for (let time = 0; time < 2; time++) await mark([[two, 'passed']])
    const [first] = await certificatesOfPlace(world.db, two)
    expect(await certificatesOfPlace(world.db, two)).toMatchObject([
      {
        kind: 'training',
        titleDe: 'Laser',
        courseEn: 'Laser',
        begunOn: '2026-12-01',
        until: '2027-12-01',
        givenBy: 'Tina',
      },
    ])
    expect(await findCertificate(world.db, first?.code ?? '')).toMatchObject({
      endsOn: '2027-12-01',
      revokedOn: null,
    })
    await mark([[two, 'present']])
    expect(await findCertificate(world.db, first?.code ?? '')).toMatchObject({ revokedOn: '2026-12-01' })
    expect(await certificatesOfPlace(world.db, two)).toEqual([])
    await mark([[two, 'passed']])
    const [again, ...others] = await certificatesOfPlace(world.db, two)
    expect([again?.code === first?.code, others]).toEqual([false, []])
    // Revoked is revoked, and the rest never changes.
    const change = (row: object) =>
      world.db
        .updateTable('certificate')
        .set(row)
        .where('code', '=', first?.code ?? '')
        .execute()
    await expect(change({ revokedOn: null })).rejects.toThrow(/append-only/)
    await expect(change({ holderName: 'Mallory' })).rejects.toThrow(/append-only/)
  })

  test('a course without a training certifies all evenings, for people with an account', async () => {
    await world.db.deleteFrom('courseTraining').execute()
    const [nele = 0, walkIn = 0] = await signUp(
      { email: 'nele@example.org', subject: 'auth0|nele' },
      { email: 'walk-in@example.org' },
    )
    const both = (own: AttendanceMark): [number, AttendanceMark][] => [
      [nele, own],
      [walkIn, own],
    ]
    await mark(both('present'))
    expect(await certificatesOfPlace(world.db, nele)).toEqual([])
    for (let time = 0; time < 2; time++) await mark(both('passed'))
    expect(await certificatesOfPlace(world.db, nele)).toMatchObject([
      { kind: 'course', holderName: 'Nele Neu', begunOn: '2026-12-01', givenOn: '2026-12-01', until: null },
    ])
    expect(await certificatesOfPlace(world.db, walkIn)).toEqual([])
    await mark(both('open'))
    expect(await certificatesOfPlace(world.db, nele)).toEqual([])
    await mark(both('passed'))
    expect(await certificatesOfPlace(world.db, nele)).toHaveLength(1)
    await world.db.insertInto('courseTraining').values({ courseId: course, trainingId: laser }).execute()
  })

  test('nobody is marked more than an hour before, and a mark that is there can go', async () => {
    const [two = 0] = await signUp({ memberId: 2 })
    const begins = new Date('2026-12-01T06:00:00Z')
    world.time.now = new Date(begins.getTime() - 3_600_001)
    for (const own of ['present', 'passed', 'absent'] as const)
      await expect(mark([[two, own]])).rejects.toMatchObject({ code: 'tooEarly' })
    await mark([[two, 'open']])
    world.time.now = new Date(begins.getTime() - 3_600_000)
    await mark([[two, 'present']])
    expect(await marks()).toEqual([['present', 'trainer', 'Tina']])
  })

  const marks = async () =>
    (await world.db.selectFrom('courseAttendance').selectAll().execute()).map((each) => [
      each.state,
      each.source,
      each.markedBy,
    ])

  test('a check-in is a mark without a signature; what the trainer has marked stands', async () => {
    const [two = 0, three = 0] = await signUp({ memberId: 2 }, { memberId: 3 })
    const found = (await store.findDate(world.db, date))!
    const session = found.sessions[0]?.id ?? 0
    for (let time = 0; time < 2; time++) await arrive(world.parts, found, { place: two, session })
    expect([await marks(), await states()]).toEqual([[['present', 'code', null]], ['booked', 'booked']])
    await mark([
      [two, 'passed'],
      [three, 'absent'],
    ])
    await arrive(world.parts, found, { place: two, session })
    await expect(arrive(world.parts, found, { place: three, session })).rejects.toMatchObject({
      code: 'markedAbsent',
    })
    expect(await states()).toEqual(['attended', 'missed'])
    await expect(arrive(world.parts, found, { place: three + 99, session })).rejects.toMatchObject({
      code: 'noPlace',
    })
  })

  test('a check-in and the tap of the trainer at once leave somebody who has passed, with the training', async () => {
    const found = (await store.findDate(world.db, date))!
    const session = found.sessions[0]?.id ?? 0
    const people = await signUp({ memberId: 1 }, { memberId: 2 }, { memberId: 3 }, { memberId: 4 })
    await Promise.all(
      people.flatMap((place) => [
        ...Array.from({ length: 4 }, () => arrive(world.parts, found, { place, session })),
        mark([[place, 'passed']]),
      ]),
    )
    expect(await states()).toEqual(people.map(() => 'attended'))
    expect(await Promise.all([1, 2, 3, 4].map(async (id) => (await world.trainings(id)).length))).toEqual([
      1, 1, 1, 1,
    ])
  })

  test('two taps at once give one training', async () => {
    const [two = 0] = await signUp({ memberId: 2 })
    await Promise.all(Array.from({ length: 8 }, () => mark([[two, 'passed']])))
    expect(await world.trainings(2)).toHaveLength(1)
  })
})
