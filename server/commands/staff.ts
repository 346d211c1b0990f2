import { z } from 'zod'
import { Id } from '../../contracts/booking.ts'
import { StaffRole } from '../../contracts/staff.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { createCourseStore } from '../../services/backend/courses/courses.store.ts'
import * as store from '../../services/backend/staff/staff.store.ts'
import { readOptions } from './options.ts'

export const staffUsage =
  'staff list | staff add <email> --role trainer|manager [--course <id>] | staff revoke <email>'

const Email = z.email('an email address').max(254).toLowerCase()

/** Names the people who run courses and give trainings. @throws Error that says what is wrong */
export async function runStaff(args: string[], { db, clock, siteUrl }: Ordering): Promise<string> {
  const options = readOptions(args, ['role', 'course'])
  const [action, address] = options?.words ?? []
  if (action === 'list') {
    const lines = (await store.list(db)).map(lineOf)
    return lines.length > 0 ? lines.join('\n') : 'There is no staff.'
  }
  const email = Email.safeParse(address)
  if (!email.success || (options?.words.length ?? 0) > 2) throw new Error(`Usage: ${staffUsage}`)
  if (action === 'revoke') {
    if (!(await store.remove(db, email.data))) throw new Error(`${email.data} is none of the staff.`)
    return `${email.data} is none of the staff any more.`
  }
  const role = StaffRole.safeParse(options?.values['role'])
  const course = Id.optional().safeParse(options?.values['course'])
  if (action !== 'add' || !role.success || !course.success) throw new Error(`Usage: ${staffUsage}`)
  if (course.data !== undefined && (await createCourseStore(db).courses([course.data])).length === 0)
    throw new Error(`There is no course ${course.data}.`)
  const staff = await store.put(db, { email: email.data, role: role.data, createdAt: clock() })
  if (course.data !== undefined) await store.addCourse(db, staff.id, course.data)
  const now = (await store.list(db)).find(({ id }) => id === staff.id)
  return `${lineOf(now ?? staff)}\nThey sign in with this address, once it is confirmed, and find their dates at ${siteUrl}/me/attendance.`
}

function lineOf({ email, role, courses }: store.Staff): string {
  if (role === 'manager') return `${email}\tmanager`
  const list = courses.length > 0 ? `courses ${courses.join(', ')}` : 'of no course yet: add one by --course'
  return `${email}\ttrainer\t${list}`
}
