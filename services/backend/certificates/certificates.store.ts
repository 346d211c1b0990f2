import { randomBytes } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import type { CertificateTable } from '../../../db/tables.gen.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type Day, dayOf } from '../../../rules/time.ts'
import type { Tx } from '../orders/orders.store.ts'
import { titleIn } from '../trainings/titles.store.ts'

export type StoredCertificate = Selectable<CertificateTable>

/** The facts that a certificate takes from a training that was given. */
interface Grant {
  id: number
  holderName: string
  trainingId: number
  title: string
  placeId: number | null
  givenBy: string
  givenOn: Day
  until: Day | null
  createdAt: Date
}

/** Adds the certificate of a training, in the transaction that gives it. */
export async function certifyGrant(tx: Tx, grant: Grant): Promise<void> {
  const { id: grantId, title, holderName, givenBy, givenOn, until, createdAt } = grant
  const course = grant.placeId === null ? null : await courseOf(tx, grant.placeId)
  await tx
    .insertInto('certificate')
    .values({
      code: newCode(),
      kind: 'training',
      grantId,
      titleDe: title,
      titleEn: await titleIn(tx, grant, 'en'),
      courseDe: course?.titleDe ?? null,
      courseEn: course?.titleEn ?? null,
      begunOn: course && dayOf(course.fromDateTime),
      holderName,
      givenBy,
      givenOn,
      until,
      createdAt,
    })
    .execute()
}

/** Adds the certificate of a course that gives no training, in the transaction that confirms the attendance; once. */
export async function certifyPlace(
  tx: Tx,
  row: { placeId: number; holderName: string; givenBy: string; createdAt: Date },
): Promise<void> {
  const { titleDe, titleEn, fromDateTime, untilDateTime } = await courseOf(tx, row.placeId)
  await tx
    .insertInto('certificate')
    .values({
      code: newCode(),
      kind: 'course',
      titleDe,
      titleEn,
      begunOn: dayOf(fromDateTime),
      givenOn: dayOf(untilDateTime),
      ...row,
    })
    .onConflict((conflict) => conflict.column('placeId').where('revokedOn', 'is', null).doNothing())
    .execute()
}

/** Marks the certificates of trainings and of a place as revoked. */
export async function revokeCertificates(
  tx: Tx,
  { grants = [], place = 0 }: { grants?: number[]; place?: number },
  revokedOn: Day,
): Promise<void> {
  await tx
    .updateTable('certificate')
    .set({ revokedOn })
    .where((is) => is.or([is('grantId', 'in', [0, ...grants]), is('placeId', '=', place)]))
    .where('revokedOn', 'is', null)
    .execute()
}

/** Returns a certificate with the end of its training as it is now; null = there is none with this code. */
export async function findCertificate(db: Database, code: string) {
  const row = await db
    .selectFrom('certificate')
    .leftJoin('trainingGrant', 'trainingGrant.id', 'certificate.grantId')
    .selectAll('certificate')
    .select('trainingGrant.until as endsOn')
    .where('code', '=', code)
    .executeTakeFirst()
  return row ?? null
}

/** Returns the certificates of a place that are not revoked, also those of trainings that were given for it. */
export async function certificatesOfPlace(db: Database, place: number): Promise<StoredCertificate[]> {
  return ofPlaces(db, [place]).selectAll('certificate').orderBy('certificate.titleDe').execute()
}

/** Returns which of these places have a certificate that is not revoked. */
export async function certifiedPlaces(db: Database, places: number[]): Promise<Set<number>> {
  const rows = await ofPlaces(db, places)
    .select(sql<number>`coalesce(certificate.place_id, training_grant.place_id)`.as('place'))
    .execute()
  return new Set(rows.map(({ place }) => place))
}

function ofPlaces(db: Database, places: number[]) {
  return db
    .selectFrom('certificate')
    .leftJoin('trainingGrant', 'trainingGrant.id', 'certificate.grantId')
    .where((is) =>
      is.or([
        is('certificate.placeId', 'in', [0, ...places]),
        is('trainingGrant.placeId', 'in', [0, ...places]),
      ]),
    )
    .where('certificate.revokedOn', 'is', null)
}

/** Returns the certificates of a member's trainings that are not revoked, each with the id of the workshop system. */
export async function certificatesOfMember(db: Database, member: number) {
  return db
    .selectFrom('certificate')
    .innerJoin('trainingGrant', 'trainingGrant.id', 'certificate.grantId')
    .selectAll('certificate')
    .select('trainingGrant.workshopId')
    .where('trainingGrant.memberId', '=', member)
    .where('certificate.revokedOn', 'is', null)
    .where('trainingGrant.lockedAt', 'is', null)
    .execute()
}

/** Deletes the certificates of somebody who leaves: their pages say no name any more. */
export async function eraseCertificatesOf(
  tx: Tx,
  { subject, member }: { subject: string; member: number | null },
): Promise<void> {
  await tx
    .deleteFrom('certificate')
    .where(
      sql<SqlBool>`(grant_id in (select id from training_grant where member_id = ${member})
        or place_id in (select id from course_place where subject = ${subject} or member_id = ${member}))`,
    )
    .execute()
}

async function courseOf(tx: Tx, place: number) {
  return tx
    .selectFrom('coursePlace')
    .innerJoin('courseDate', 'courseDate.id', 'coursePlace.dateId')
    .innerJoin('course', 'course.id', 'courseDate.courseId')
    .select(['course.titleDe', 'course.titleEn', 'courseDate.fromDateTime', 'courseDate.untilDateTime'])
    .where('coursePlace.id', '=', place)
    .executeTakeFirstOrThrow()
}

/** 128 bits, because the page behind it needs no sign-in. */
function newCode(): string {
  return randomBytes(16).toString('base64url')
}
