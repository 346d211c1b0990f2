import type { Space } from '../../../contracts/space.ts'
import type { Database } from '../../../platform/database/database.ts'
import { StaffRole } from '../../../contracts/staff.ts'

/** Somebody whom the operator has named; `courses` are those of a trainer. */
export interface Staff {
  id: number
  email: string
  role: StaffRole
  courses: number[]
}

/** Names a person, or changes their role. */
export async function put(
  db: Database,
  row: { email: string; role: StaffRole; createdAt: Date },
): Promise<Staff> {
  const { role } = row
  await db
    .insertInto('staff')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ role }))
    .execute()
  const staff = (await list(db)).find(({ email }) => email === row.email)
  if (!staff) throw new Error('staff that was just removed')
  return staff
}

export async function addCourse(db: Database, staffId: number, courseId: number): Promise<void> {
  await db
    .insertInto('staffCourse')
    .values({ staffId, courseId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @returns false when there is no such person */
export async function remove(db: Database, email: string): Promise<boolean> {
  const removed = await db.deleteFrom('staff').where('email', '=', email).returning('id').executeTakeFirst()
  return removed !== undefined
}

export async function list(db: Database): Promise<Staff[]> {
  const rows = await db.selectFrom('staff').select(['id', 'email', 'role']).orderBy('email').execute()
  return Promise.all(rows.map((row) => toStaff(db, row)))
}

/** Returns the addresses of the trainers of a course, if there is one, and of all managers; without staff that of the space. */
export async function addressesFor(
  db: Database,
  courseId: number | null,
  { emailAddress }: Space,
): Promise<string[]> {
  const rows = await db
    .selectFrom('staff')
    .select('email')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('role', '=', 'manager'),
        exists(
          selectFrom('staffCourse')
            .select('staffId')
            .whereRef('staffId', '=', 'staff.id')
            .where('courseId', '=', courseId),
        ),
      ]),
    )
    .orderBy('email')
    .execute()
  return rows.length > 0 ? rows.map(({ email }) => email) : [emailAddress ?? '']
}

/**
 * Returns who an account is; null = none of the staff. The first call with the confirmed address binds the account, and
 * from then on no other account with that address counts.
 * @param email in lower case; null = not confirmed
 */
export async function findByAccount(
  db: Database,
  { subject, email }: { subject: string; email: string | null },
): Promise<Staff | null> {
  const bound = await db
    .selectFrom('staff')
    .select(['id', 'email', 'role'])
    .where('subject', '=', subject)
    .executeTakeFirst()
  if (bound) return toStaff(db, bound)
  if (email === null) return null
  const named = await db
    .updateTable('staff')
    .set({ subject })
    .where('email', '=', email)
    .where('subject', 'is', null)
    .returning(['id', 'email', 'role'])
    .executeTakeFirst()
  return named ? toStaff(db, named) : null
}

/** Returns somebody of the staff, with the account that is bound to them; null = there is no such row any more. */
export async function findById(
  db: Database,
  id: number,
): Promise<(Staff & { subject: string | null }) | null> {
  const row = await db
    .selectFrom('staff')
    .select(['id', 'email', 'role', 'subject'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row ? { ...(await toStaff(db, row)), subject: row.subject } : null
}

async function toStaff(db: Database, row: { id: number; email: string; role: string }): Promise<Staff> {
  const courses = await db
    .selectFrom('staffCourse')
    .select('courseId')
    .where('staffId', '=', row.id)
    .orderBy('courseId')
    .execute()
  const { id, email, role } = row
  return { id, email, role: StaffRole.parse(role), courses: courses.map(({ courseId }) => courseId) }
}
