import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { twins } from '../services/connector/twins.fixture.ts'
import { adoptTrainingsOf, nightlyAdoption } from '../services/backend/trainings/adopting.ts'
import { giveTraining, revokeTraining } from '../services/backend/trainings/granting.ts'
import { forgetEvidence, remindOfTrainings } from '../services/backend/trainings/reminding.ts'
import { compareEnds, tendTrainings } from '../services/backend/trainings/tending.ts'
import * as store from '../services/backend/trainings/trainings.store.ts'
import { laser, openTrainings } from './trainings.fixture.ts'

/** Twelve months from the first day of the tests, and three. */
const [inTwelve, inThree] = ['2027-12-01', '2027-03-01']
const safety = 5

describe.each(twins)('a training that staff give, with %s:', (_, open) => {
  let world: Awaited<ReturnType<typeof openTrainings>>

  beforeAll(async () => {
    world = await openTrainings(open)
    await world.twin.addTraining({ id: safety, title: 'Sicherheit', state: 'active' })
  })
  afterAll(() => world.close())
  beforeEach(() => world.reset())

  const by = { by: 'Tina Trainerin', reason: 'An der Maschine gezeigt' }
  const give = (training = laser, member = 2) => giveTraining(world.parts, { member, training, ...by })
  const revoke = (training = laser, member = 2) => revokeTraining(world.parts, { member, training, ...by })
  const tend = () => tendTrainings(world.parts)
  const states = async () => (await store.grantsOf(world.db, 2)).map(({ state, isTold }) => [state, isTold])
  const ends = async (member = 2) =>
    Object.fromEntries(
      (await world.trainings(member)).map(({ training, untilDate }) => [training, untilDate]),
    )

  test('lets the member book at once, is there once, and tells them', async () => {
    expect(await world.booksLaser(2)).toBe('422 noPermission')
    const [given, again] = [await give(), await give()]
    expect(again.id).toBe(given.id)
    await tend()
    expect(await world.booksLaser(2)).toBe('201')
    await tend()
    expect(await world.trainings(2)).toMatchObject([
      { training: laser, fromDate: '2026-12-01', untilDate: inTwelve, resources: [1] },
    ])
    expect(await states()).toEqual([['given', true]])
    expect(await world.mails()).toEqual(['training-given m2@example.org'])
    expect(await world.booksLaser(3)).toBe('422 noPermission')
  })

  test('waits for a workshop system that is away, or whose answer was lost, and is given once', async () => {
    await give()
    world.faults.isDown = true
    await tend()
    expect(await states()).toEqual([['asked', false]])
    Object.assign(world.faults, { isDown: false, losesAnswer: true })
    await tend()
    expect(await states()).toEqual([['asked', false]])
    for (let time = 0; time < 2; time++) await tend()
    expect(await world.trainings(2)).toHaveLength(1)
    expect(await world.booksLaser(2)).toBe('201')
    expect(await world.mails()).toHaveLength(1)
  })

  test('is revoked with its reason, and machines are closed at once', async () => {
    await give()
    await tend()
    expect(await revoke()).toMatchObject([{ state: 'revoked', revokedBy: by.by, revokeReason: by.reason }])
    world.faults.losesAnswer = true
    for (let time = 0; time < 3; time++) await tend()
    expect(await world.booksLaser(2)).toBe('422 noPermission')
    expect(await world.trainings(2)).toEqual([])
    expect(await states()).toEqual([['revoked', true]])
    expect(await world.mails()).toEqual(['training-given m2@example.org', 'training-revoked m2@example.org'])
    await expect(revoke()).rejects.toMatchObject({ code: 'notFound' })
    // It can be given again on the same day.
    await give()
    await tend()
    expect(await world.booksLaser(2)).toBe('201')
  })

  test('has its English title in English mails and on the certificate', async () => {
    const { db, parts } = world
    const contact = { phone: null, address: 'Weg 1', zip: '50667', city: 'Köln', countryCode: 'DE' }
    const speaks = (language: 'de' | 'en') => parts.connector.changeMember(2, { ...contact, language })
    const course = {
      id: 77,
      kind: 'training',
      titleDe: 'Laser',
      titleEn: 'Laser cutter training',
      priceCents: 0,
    }
    await db.insertInto('course').values(course).execute()
    await db.insertInto('courseTraining').values({ courseId: course.id, trainingId: laser }).execute()
    await speaks('en')
    try {
      await give()
      await tend()
      world.daysLater(365 - 30)
      await remindOfTrainings(parts)
      await revoke()
      await tend()
      const mails = await db.selectFrom('mail').select('subject').orderBy('id').execute()
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Safety training done: Laser cutter training',
        'Your safety training ends soon: Laser cutter training',
        'Your safety training is no longer valid: Laser cutter training',
      ])
      const paper = db.selectFrom('certificate').select(['titleDe', 'titleEn']).orderBy('createdAt', 'desc')
      expect(await paper.executeTakeFirst()).toEqual({ titleDe: 'Laser', titleEn: course.titleEn })
    } finally {
      await speaks('de')
      await db.deleteFrom('course').where('id', '=', course.id).execute()
    }
  })

  test('is gone for good when it was revoked while its answer was lost', async () => {
    await give()
    world.faults.losesAnswer = true
    await tend()
    await revoke()
    for (let time = 0; time < 2; time++) await tend()
    expect(await world.trainings(2)).toEqual([])
    expect(await states()).toEqual([['revoked', true]])
  })

  test('that was given at the workshop system is revoked, too, and is evidence from then on', async () => {
    const { connector } = world.parts
    const days = { fromDate: '2026-06-01', untilDate: null }
    const trainings = [{ training: laser, ...days }]
    await connector.grant('by-hand', { member: { id: 3 }, packages: [], credits: [], trainings })
    expect(await world.booksLaser(3)).toBe('201')
    expect(await revoke(laser, 3)).toMatchObject([
      { source: 'import', givenOn: '2026-06-01', state: 'revoked' },
    ])
    await tend()
    expect(await world.booksLaser(3)).toBe('422 noPermission')
  })

  test('refuses what is unknown, and what lacks another training', async () => {
    await expect(give(laser, 999)).rejects.toMatchObject({ code: 'notFound' })
    await expect(give(77)).rejects.toMatchObject({ code: 'notFound' })
    await store.setRequirement(world.db, { trainingId: laser, requiresId: safety, isNeeded: true })
    await expect(give()).rejects.toMatchObject({
      code: 'trainingNeeded',
      options: { params: { titles: 'Sicherheit' } },
    })
    const circle = { trainingId: safety, requiresId: laser, isNeeded: true }
    await expect(store.setRequirement(world.db, circle)).rejects.toThrow(/would need itself/)
  })

  test('ends with the instruction that it needs, and lives on with a new one', async () => {
    await store.setRequirement(world.db, { trainingId: laser, requiresId: safety, isNeeded: true })
    await store.setRule(world.db, safety, { expiry: 'months', months: 3, monthsMinor: 3 })
    await give(safety)
    await tend()
    await give()
    await tend()
    expect(await ends()).toEqual({ [safety]: inThree, [laser]: inThree })

    world.daysLater(80)
    await give(safety)
    for (let time = 0; time < 2; time++) await tend()
    expect(await ends()).toEqual({ [safety]: '2027-05-19', [laser]: '2027-05-19' })

    // Taken away: what needs it ends the day before.
    await revoke(safety)
    for (let time = 0; time < 2; time++) await tend()
    expect(await ends()).toEqual({ [laser]: '2027-02-18' })
    expect(await world.booksLaser(2, '2027-02-20')).toBe('422 noPermission')
  })

  test('follows once a day what was changed at the workshop system', async () => {
    await store.setRequirement(world.db, { trainingId: laser, requiresId: safety, isNeeded: true })
    await give(safety)
    await tend()
    await give()
    await tend()
    const { connector } = world.parts
    const [own] = (await world.trainings(2)).filter(({ training }) => training === safety)
    await connector.endTraining(2, own?.id ?? 0, { untilDate: '2026-12-20' })
    await compareEnds(world.parts)
    await tend()
    expect(await ends()).toEqual({ [safety]: '2026-12-20', [laser]: '2026-12-20' })
  })

  test('is told again when its end has moved while the workshop system was being told', async () => {
    const { id } = await give()
    await tend()
    const [grant] = await store.grantsOf(world.db, 2)
    await store.moveEnd(world.db, grant!, '2027-06-01')
    const { connector } = world.parts
    const meanwhile: typeof connector.endTraining = async (...asked) => {
      const [moved] = await store.grantsOf(world.db, 2)
      if (moved?.until === '2027-06-01') await store.moveEnd(world.db, moved, '2027-07-01')
      return connector.endTraining(...asked)
    }
    await tendTrainings({ ...world.parts, connector: { ...connector, endTraining: meanwhile } })
    await tend()
    expect(await ends()).toEqual({ [laser]: '2027-07-01' })
    expect(await store.grantsOf(world.db, 2)).toMatchObject([{ id, isTold: true }])
  })

  test('that the workshop system does not know any more fails, and others do not wait for it', async () => {
    await give()
    await give(laser, 3)
    await world.db.updateTable('trainingGrant').set({ trainingId: 78 }).where('memberId', '=', 2).execute()
    await tend()
    expect(await states()).toEqual([['failed', false]])
    expect(await world.booksLaser(3)).toBe('201')
  })
})

describe('trainings that were given at Fabman itself:', () => {
  let world: Awaited<ReturnType<typeof openTrainings>>

  beforeAll(async () => {
    world = await openTrainings(twins[1]![1])
  })
  afterAll(() => world.close())
  beforeEach(() => world.reset())

  const known = async () =>
    (await store.grantsOf(world.db, 2)).map(({ source, givenBy, state, until }) => ({
      source,
      givenBy,
      state,
      until,
    }))
  /** Gives a training as somebody at Fabman does: nothing of it is known here. */
  const giveThere = async (untilDate: string | null, fromDate = '2026-11-01') =>
    (
      await world.parts.connector.grant(`there-${fromDate}`, {
        member: { id: 2 },
        packages: [],
        credits: [],
        trainings: [{ training: laser, fromDate, untilDate }],
      })
    ).trainings[0] ?? 0
  const nightly = () => {
    world.time.now = new Date('2026-12-02T02:10:00Z')
    return nightlyAdoption(world.parts)()
  }
  const imported = { source: 'import', givenBy: 'Fabman', state: 'given' }

  test('are learned at night with their ends, reminded of, never moved, and over when they are gone there', async () => {
    await store.setRequirement(world.db, { trainingId: laser, requiresId: 2, isNeeded: true })
    const owned = await giveThere('2026-12-30')
    world.time.now = new Date('2026-12-02T01:50:00Z')
    await nightlyAdoption(world.parts)()
    expect(await known()).toEqual([])
    for (let time = 0; time < 2; time++) await nightly()
    expect(await known()).toEqual([{ ...imported, until: '2026-12-30' }])
    world.time.now = new Date('2026-12-02T09:00:00Z')
    await remindOfTrainings(world.parts)
    expect(await world.mails()).toEqual(['training-ending m2@example.org'])
    // An instruction that is missing shortens what was given here alone.
    await compareEnds(world.parts)
    await tendTrainings(world.parts)
    expect(await known()).toEqual([{ ...imported, until: '2026-12-30' }])

    await world.parts.connector.endTraining(2, owned, { untilDate: '2027-06-30' })
    await adoptTrainingsOf(world.parts, 2)
    expect(await known()).toEqual([{ ...imported, until: '2027-06-30' }])
    await world.parts.connector.removeTraining(2, owned)
    await nightly()
    expect(await known()).toEqual([{ ...imported, state: 'revoked', until: '2027-06-30' }])
  })

  test('one that the list lacks stays while the member has it, and one that was gone comes back', async () => {
    const owned = await giveThere('2026-12-30', '2026-11-02')
    await nightly()
    const { connector } = world.parts
    const entries = await connector.trainings(2)
    const given = { ...imported, until: '2026-12-30' }
    const without = { ...connector, givenTrainings: async () => [] }
    world.parts.connector = without
    await nightly()
    expect(await known()).toEqual([given])
    // A message of the workshop system brings one after the list was read.
    world.parts.connector = { ...connector, givenTrainings: async () => [], trainings: async () => null }
    await nightly()
    expect(await known()).toEqual([given])
    world.parts.connector = { ...connector, trainings: async () => [] }
    await adoptTrainingsOf(world.parts, 2)
    expect(await known()).toEqual([{ ...given, state: 'revoked' }])
    world.parts.connector = connector
    expect(entries?.map(({ id }) => id)).toEqual([owned])
    await nightly()
    expect(await known()).toEqual([given, { ...given, state: 'revoked' }])
    await connector.removeTraining(2, owned)
  })

  test('a night that fails is repeated an hour later, and no other reads again', async () => {
    const owned = await giveThere('2026-12-30', '2026-11-03')
    const { connector } = world.parts
    let reads = 0
    const counted = async () => {
      reads += 1
      if (reads === 1) throw new Error('away')
      return connector.givenTrainings()
    }
    world.parts.connector = { ...connector, givenTrainings: counted }
    const adopt = nightlyAdoption(world.parts)
    world.time.now = new Date('2026-12-02T02:10:00Z')
    await expect(adopt()).rejects.toThrow('away')
    world.time.now = new Date('2026-12-02T03:10:00Z')
    await adopt()
    expect(await known()).toHaveLength(1)
    world.time.now = new Date('2026-12-02T04:10:00Z')
    await adopt()
    expect(reads).toBe(2)
    world.parts.connector = connector
    await connector.removeTraining(2, owned)
  })

  test('what is given here stays one row, also while Fabman has it and the answer is lost', async () => {
    world.faults.losesAnswer = true
    await giveTraining(world.parts, { member: 2, training: laser, by: 'Tina', reason: 'Gezeigt' })
    await tendTrainings(world.parts).catch(() => {})
    expect((await store.grantsOf(world.db, 2)).map(({ workshopId }) => workshopId)).toEqual([null])
    expect(await world.trainings(2)).toHaveLength(1)
    await nightly()
    await adoptTrainingsOf(world.parts, 2)
    expect(await known()).toMatchObject([{ source: 'staff' }])
    await tendTrainings(world.parts)
    await nightly()
    expect(await known()).toMatchObject([{ source: 'staff', state: 'given' }])
    // Ended there long ago: no evidence of ours.
    await giveThere('2026-11-20', '2026-01-01')
    await nightly()
    expect(await known()).toHaveLength(1)
  })
})

describe('reminders of the end of a training:', () => {
  let world: Awaited<ReturnType<typeof openTrainings>>

  beforeAll(async () => {
    world = await openTrainings(twins[0]![1])
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.reset()
    await giveTraining(world.parts, { member: 2, training: laser, by: 'Tina', reason: 'Gezeigt' })
    await tendTrainings(world.parts)
    await world.db.deleteFrom('outbox').execute()
  })

  const on = async (instant: string) => {
    world.time.now = new Date(instant)
    for (let time = 0; time < 2; time++) await remindOfTrainings(world.parts)
    const mails = await world.mails()
    await world.db.deleteFrom('outbox').execute()
    return mails
  }
  const one = ['training-ending m2@example.org']

  test('30 and 7 days before, once each, in the morning', async () => {
    expect(await on('2027-10-31T12:00:00Z')).toEqual([])
    expect(await on('2027-11-01T07:59:00Z')).toEqual([])
    expect(await on('2027-11-01T08:00:00Z')).toEqual(one)
    expect(await on('2027-11-20T12:00:00Z')).toEqual([])
    expect(await on('2027-11-24T12:00:00Z')).toEqual(one)
    expect(await on('2027-12-01T12:00:00Z')).toEqual([])
  })

  test('after a downtime the nearer one only, and none after the end', async () => {
    expect(await on('2027-11-28T12:00:00Z')).toEqual(one)
    expect(await on('2027-12-02T12:00:00Z')).toEqual([])
  })

  test('none when it was renewed', async () => {
    world.time.now = new Date('2027-11-01T12:00:00Z')
    await giveTraining(world.parts, { member: 2, training: laser, by: 'Tina', reason: 'Erneuert' })
    expect(await on('2027-11-01T12:00:00Z')).toEqual([])
  })

  test('the evidence goes three years after the end', async () => {
    world.time.now = new Date('2030-12-01T12:00:00Z')
    await forgetEvidence(world.parts)
    expect(await store.grantsOf(world.db, 2)).toHaveLength(1)
    world.daysLater(1)
    await forgetEvidence(world.parts)
    expect(await store.grantsOf(world.db, 2)).toEqual([])
  })
})
