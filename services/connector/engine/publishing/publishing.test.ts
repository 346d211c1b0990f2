import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../platform/database/database.fixture.ts'
import type { OpenedDatabase } from '../../../../platform/database/database.ts'
import { engineOf, now } from '../../connector.fixture.ts'
import { publishWorkshop, workshopFile } from './publishing.ts'
import { WorkshopFile } from './workshop-file.ts'
import { given, saw } from './workshop-file.fixture.ts'

const clock = () => now
let database: OpenedDatabase
beforeEach(async () => {
  database = await testDatabase()
})
afterEach(() => database.close())

const publish = (change: object = {}) =>
  publishWorkshop(database.db, clock, WorkshopFile.parse({ ...given, ...change }))

test('a file fills an empty database, and a changed one updates it', async () => {
  expect(await publish()).toEqual([])
  const workshop = engineOf(database.db)
  expect(await workshop.space(1)).toMatchObject({ name: 'Werkstatt Nord', timezone: 'Europe/Berlin' })
  expect(await workshop.equipment({})).toMatchObject([
    { id: 7, name: 'Bandsäge', pricePerBooking: '6.00', pricePerBookingSeconds: null },
    { id: 9, name: 'Hobel', pricePerBookingSeconds: 3600 },
  ])
  expect(await workshop.trainingCourses()).toMatchObject([{ id: 2, title: 'Unterweisung Bandsäge' }])

  const cheaper = { ...saw, pricePerBookingCents: 300, safetyMessage: 'Gehörschutz' }
  const trainings = [{ id: 2, title: 'Unterweisung Säge', equipment: [] }]
  const hours = { openingHours: [], holidays: [] }
  expect(await publish({ equipment: [cheaper], trainings, ...hours })).toEqual(['9 Hobel'])
  expect(await workshop.equipment({})).toMatchObject([
    { id: 7, pricePerBooking: '3.00', safetyMessage: 'Gehörschutz' },
    { id: 9, pricePerBooking: '6.00' },
  ])
  // An omitted field keeps its value; null clears it.
  await publish({ equipment: [{ ...saw, pricePerBookingCents: 300 }] })
  expect(await workshop.equipmentItem(7)).toMatchObject({ safetyMessage: 'Gehörschutz' })
  await publish({ equipment: [{ ...saw, safetyMessage: null }] })
  expect(await workshop.equipmentItem(7)).toMatchObject({ safetyMessage: null })
})

test('an exported file published again changes nothing', async () => {
  await publish()
  const file = await workshopFile(database.db, 1)
  expect(file).toMatchObject({
    openingHours: given.openingHours,
    holidays: given.holidays,
    trainings: given.trainings,
  })
  expect(
    await publishWorkshop(database.db, clock, WorkshopFile.parse(JSON.parse(JSON.stringify(file)))),
  ).toEqual([])
  expect(await workshopFile(database.db, 1)).toEqual(file)
  expect(await workshopFile(database.db, 2)).toBeNull()
})

test('ids that the database gives come after those of the file', async () => {
  await publish()
  const added = await database.db
    .insertInto('equipment')
    .values({ spaceId: 1, name: 'Fräse', createdAt: now, updatedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(added.id).toBe(10)
  await database.db.deleteFrom('equipment').where('id', '=', 10).execute()
  await publish()
  // No id is given twice.
  await database.db
    .insertInto('equipment')
    .values({ spaceId: 1, name: 'Fräse', createdAt: now, updatedAt: now })
    .execute()
  expect((await engineOf(database.db).equipment({})).map(({ id }) => id)).toEqual([7, 9, 11])
})

test('a file that takes equipment of another space changes nothing', async () => {
  await publish()
  const other = { ...given.space, id: 2, name: 'Süd' }
  await expect(publish({ space: other })).rejects.toThrow('Equipment 7 belongs to another space')
  expect((await engineOf(database.db).spaces()).map(({ name }) => name)).toEqual(['Werkstatt Nord'])
})

test('a space with bookings keeps its zone', async () => {
  await publish()
  const zone = { space: { ...given.space, timezone: 'Europe/Lisbon' } }
  await publish(zone)
  await publish()
  const member = await database.db
    .insertInto('member')
    .values({
      spaceId: 1,
      memberNumber: '1',
      firstName: 'Ada',
      lastName: 'Berg',
      emailAddress: 'ada@example.org',
      createdAt: now,
      updatedAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = (hour: number) => new Date(Date.UTC(2026, 11, 1, hour))
  await database.db
    .insertInto('booking')
    .values({
      spaceId: 1,
      equipmentId: 7,
      memberId: member.id,
      fromDateTime: '2026-12-01T10:00',
      untilDateTime: '2026-12-01T11:00',
      startsAt: at(9),
      endsAt: at(10),
      state: 'confirmed',
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  await expect(publish(zone)).rejects.toThrow('has bookings in Europe/Berlin')
  await publish()
})
