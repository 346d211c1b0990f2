import { z } from 'zod'
import { Id } from '../../contracts/booking.ts'
import { StaffRole } from '../../contracts/staff.ts'
import type { ListLinks } from '../../services/backend/attendance/list-links.ts'
import { addressOf, findList, listMail } from '../../services/backend/attendance/list-mails.ts'
import { sendMail } from '../../services/backend/orders/order-mails.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { createCourseStore } from '../../services/backend/courses/courses.store.ts'
import * as store from '../../services/backend/staff/staff.store.ts'
import { readOptions } from './options.ts'

export const staffUsage = [
  'staff list',
  'staff add <email> --role trainer|manager [--course <id>]',
  'staff revoke <email>',
  'staff link <email> <date> | staff send-link <email> <date>',
].join(' | ')

const Email = z.email('an email address').max(254).toLowerCase()

type Parts = Ordering & { links: ListLinks }

/**
 * Names the people who run courses and give trainings, and prints or mails the link that opens a list.
 * @throws Error that says what is wrong
 */
export async function runStaff(args: string[], parts: Parts): Promise<string> {
  const { db, clock, siteUrl } = parts
  const options = readOptions(args, ['role', 'course'])
  const [action, address] = options?.words ?? []
  if (action === 'list') {
    const lines = (await store.list(db)).map(lineOf)
    return lines.length > 0 ? lines.join('\n') : 'There is no staff.'
  }
  const email = Email.safeParse(address)
  if (email.success && (action === 'link' || action === 'send-link'))
    return linked(parts, action, email.data, options?.words.slice(2) ?? [])
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

async function linked(
  parts: Parts,
  action: 'link' | 'send-link',
  email: string,
  [date, ...rest]: string[],
): Promise<string> {
  const dateId = Id.safeParse(date)
  if (!dateId.success || rest.length > 0) throw new Error(`Usage: ${staffUsage}`)
  const staff = (await store.list(parts.db)).find((each) => each.email === email)
  const list = staff && (await findList(parts, { dateId: dateId.data, staffId: staff.id }))
  if (!list) throw new Error(`${email} does not run a date ${dateId.data}.`)
  if (action === 'link') return addressOf(parts, list, 'de')
  const mail = await listMail(parts, list)
  await parts.db.transaction().execute((tx) => sendMail(tx, mail))
  return `The link of date ${dateId.data} goes to ${email}. It works until 24 hours after the end of the date.`
}

function lineOf({ email, role, courses }: store.Staff): string {
  if (role === 'manager') return `${email}\tmanager`
  const list = courses.length > 0 ? `courses ${courses.join(', ')}` : 'of no course yet: add one by --course'
  return `${email}\ttrainer\t${list}`
}
