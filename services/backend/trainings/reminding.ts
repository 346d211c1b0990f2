import { localeOfMember } from '../../../contracts/member.ts'
import { addDays, dayOf, toLocal } from '../../../rules/time.ts'
import { reminderOn } from '../../../rules/training-validity.ts'
import { createCourseStore } from '../courses/courses.store.ts'
import { slugFor } from '../instructions/instructions.store.ts'
import { sendMail } from '../orders/order-mails.ts'
import type { Ordering } from '../orders/parts.ts'
import { placeOf } from './place.ts'
import { titleIn } from './titles.store.ts'
import { endingMail } from './training-mails.ts'
import * as store from './trainings.store.ts'

/** Nobody wants such a mail at night. */
const fromHour = 9
const mostDates = 3
/** After its end; DGUV Information 211-005 asks for two years. */
export const evidenceYears = 3

/** Mails members 30 and 7 days before a training ends, after a downtime the nearer one only. */
export async function remindOfTrainings(parts: Ordering): Promise<void> {
  const { db, connector, clock, log } = parts
  const [space] = await connector.spaces()
  if (!space) return
  const now = toLocal(clock(), space.timezone)
  if (Number(now.slice(11, 13)) < fromHour) return
  const today = dayOf(now)
  for (const grant of await store.endingSoon(db, { from: today, until: addDays(today, 30) })) {
    try {
      await remind(parts, grant)
    } catch (error) {
      // The others do not wait for this one.
      log.error({ err: error, training: grant.id }, 'a member was not reminded of a training')
    }
  }
}

async function remind(parts: Ordering, grant: store.StoredGrant): Promise<void> {
  const { db, siteUrl } = parts
  if (grant.until === null) return
  const placed = await placeOf(parts, grant.memberId)
  const days = placed && reminderOn(placed.today, grant.until)
  if (!days || (await store.wasReminded(db, grant, days))) return
  const { until, trainingId } = grant
  const title = await titleIn(db, grant, localeOfMember(placed.member))
  const dates = await nextDates(parts, trainingId, placed.now)
  const instruction = await slugFor(db, trainingId)
  const mail = endingMail(placed, { siteUrl, title, until, dates, instruction })
  await db.transaction().execute(async (tx) => {
    if (await store.noteReminder(tx, grant, days)) await sendMail(tx, mail)
  })
}

/** The next dates with seats of the courses that give a training. @param now wall-clock time */
async function nextDates({ db }: Ordering, training: number, now: string) {
  const courses = await createCourseStore(db).courses()
  return courses
    .filter(({ grants }) => grants.includes(training))
    .flatMap(({ title, dates }) =>
      dates.map(({ fromDateTime, freeSeats }) => ({ title, fromDateTime, freeSeats })),
    )
    .filter(({ fromDateTime, freeSeats }) => fromDateTime > now && freeSeats > 0)
    .toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
    .slice(0, mostDates)
}

/** Deletes the evidence of trainings that ended long ago. */
export async function forgetEvidence({ db, clock }: Ordering): Promise<void> {
  const now = clock()
  const before = new Date(now.getTime())
  before.setUTCFullYear(now.getUTCFullYear() - evidenceYears)
  await store.forgetEvidence(db, before.toISOString().slice(0, 10))
}
