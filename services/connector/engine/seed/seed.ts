import type { Clock } from '../../../../platform/clock.ts'
import type { Database } from '../../../../platform/database/database.ts'
import { lockSchema } from '../../../../platform/database/migrate.ts'
import { addDays, dayOf, instantOf, toLocal } from '../../../../rules/time.ts'
import { type DemoParts, WorkshopDemo } from './demo.ts'
import { withMoney } from './seed-money.ts'
import { addRows, hasSpaces, restartIds, type WorkshopRows } from './seed.store.ts'

/**
 * Inserts the demo workshop into a database that has no space yet; otherwise does nothing. Its days are relative to
 * today, and the same day gives the same rows.
 * @param json the parsed files of content/demo by name
 * @returns the number of inserted bookings
 */
export async function seedWorkshop(db: Database, clock: Clock, json: DemoParts): Promise<number> {
  const demo = WorkshopDemo.parse(json)
  const today = dayOf(toLocal(clock(), demo.space.space.timezone))
  return db.transaction().execute(async (tx) => {
    await lockSchema(tx)
    if (await hasSpaces(tx)) return 0
    await addRows(tx, withMoney(rowsOf(demo, today)))
    await restartIds(tx)
    return demo.bookings.length
  })
}

/** Returns every row of the demo workshop for a day; bookings before that day are charged, but for those of `isCharged`. */
function rowsOf(demo: WorkshopDemo, today: string) {
  const { space, equipment, members, packages, trainings, credits } = demo
  const { id: spaceId, timezone } = space.space
  const day = (inDays: number) => addDays(today, inDays)
  const instant = (inDays: number, time: string) => instantOf(`${day(inDays)}T${time}`, timezone)
  const opened = { createdAt: instant(-900, '09:00'), updatedAt: instant(-900, '09:00') }
  return {
    space: [{ ...space.space, ...opened }],
    openingHours: space.openingHours.map((hours) => ({ spaceId, ...hours })),
    holiday: space.holidays.map(({ title, inDays, days }) => ({
      spaceId,
      title,
      fromDateTime: `${day(inDays)}T00:00`,
      untilDateTime: `${day(inDays + days)}T00:00`,
    })),
    equipment: equipment.map((item) => ({ spaceId, ...item, ...opened })),
    member: members.map(({ joinedDaysAgo, ...member }) => {
      const joined = instant(-joinedDaysAgo, '10:00')
      return { spaceId, ...member, createdAt: joined, updatedAt: joined }
    }),
    package: packages.packages.map((each, position) => ({ ...each, position })),
    memberPackage: packages.memberPackages.map((own) => ({
      memberId: own.member,
      packageId: own.package,
      fromDate: day(-own.fromDaysAgo),
      untilDate: own.untilDaysAgo === undefined ? null : day(-own.untilDaysAgo),
      createdAt: instant(-own.fromDaysAgo, '10:00'),
    })),
    training: trainings.trainings.map(({ id, title }) => ({ id, title })),
    trainingEquipment: trainings.trainings.flatMap(({ id: trainingId, equipment: unlocked }) =>
      unlocked.map((equipmentId) => ({ trainingId, equipmentId })),
    ),
    memberTraining: trainings.memberTrainings.map((own) => ({
      memberId: own.member,
      trainingId: own.training,
      fromDate: day(-own.fromDaysAgo),
      untilDate: day(own.untilInDays),
      createdAt: instant(-own.fromDaysAgo, '20:00'),
    })),
    booking: bookingRows(demo, today),
    credit: credits.credits.map((credit) => ({
      id: credit.id,
      memberId: credit.member,
      scope: credit.scope,
      amountCents: credit.amountCents,
      fromDate: day(-credit.fromDaysAgo),
      untilDate: day(credit.untilInDays),
      createdAt: instant(-credit.createdDaysAgo, '06:00'),
    })),
    creditUse: credits.uses.map((use) => ({
      creditId: use.credit,
      amountCents: use.amountCents,
      description: use.description,
      bookingId: use.booking,
      createdAt: instant(-use.daysAgo, '21:45'),
    })),
  } satisfies Omit<WorkshopRows, 'creditHold' | 'charge'>
}

function bookingRows({ space, bookings }: WorkshopDemo, today: string) {
  const { id: spaceId, timezone } = space.space
  const day = (inDays: number) => addDays(today, inDays)
  const instant = (inDays: number, time: string) => instantOf(`${day(inDays)}T${time}`, timezone)
  return bookings.map(
    ({ id, member, resource: equipmentId, inDays, from, until, bookedDaysBefore, state, isCharged }) => {
      const booked = instant(Math.min(inDays - bookedDaysBefore, -1), '19:30')
      return {
        id,
        spaceId,
        equipmentId,
        memberId: member,
        fromDateTime: `${day(inDays)}T${from}`,
        untilDateTime: `${day(inDays)}T${until}`,
        startsAt: instant(inDays, from),
        endsAt: instant(inDays, until),
        state,
        charged: state === 'confirmed' && inDays < 0 && isCharged,
        createdAt: booked,
        updatedAt: booked,
        updatedBy: member,
      }
    },
  )
}
