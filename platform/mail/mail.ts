import type { Transaction } from 'kysely'
import type { Tables } from '../../db/tables.gen.ts'
import type { Database } from '../database/database.ts'
import { topicOf } from '../../contracts/mail-kinds.ts'
import type { Mail } from './mail-content.ts'
import { createMailRefusals } from './mail-refusals.store.ts'
import * as store from './mail.store.ts'

/** Nodemailer sends `a@x, b@x` to both (CWE-93), so exactly one address passes and nothing that could end a header. */
const oneAddress = /^[^\s\p{C},;:<>()[\]"\\@]+@[^\s\p{C},;:<>()[\]"\\@]+$/u

/** Whether mail can be sent to it: it is exactly one address. */
export function isMailAddress(text: string): boolean {
  return oneAddress.test(text)
}

/**
 * Puts mails into the outbox, inside the transaction that causes them: they are sent if and only if it commits.
 * Leaves out what its reader does not want. Takes one statement, also with attachments, and one more for a kind that people
 * can turn off.
 * @throws TypeError when an address is not exactly one, or a header would hold a line break
 */
export async function queueMail(db: Database | Transaction<Tables>, ...mails: Mail[]): Promise<void> {
  for (const { to, subject, attachments } of mails) {
    if (!isMailAddress(to.address)) throw new TypeError('queueMail: not exactly one mail address')
    if (hasControl(subject)) throw new TypeError('queueMail: a subject is one line')
    if (attachments?.some(({ name, type }) => hasControl(name + type)))
      throw new TypeError('queueMail: name and type of an attachment are one line')
  }
  const wanted = []
  for (const mail of mails) if (await isWanted(db, mail)) wanted.push(mail)
  await store.add(
    db,
    wanted.map((mail) => ({ ...mail, to: { ...mail.to, name: oneLine(mail.to.name) } })),
  )
}

/** Whether its reader gets mails of this kind; one that nobody can turn off takes no question. */
async function isWanted(db: Database | Transaction<Tables>, { kind, to }: Mail): Promise<boolean> {
  const topic = topicOf(kind)
  return topic === null || !(await createMailRefusals(db).of([to.address])).has(topic)
}

function hasControl(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /[\u0000-\u001f\u007f]/.test(text)
}

function oneLine(text: string): string {
  // eslint-disable-next-line no-control-regex
  return text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim()
}
