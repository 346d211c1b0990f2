import { Problem } from '../../../contracts/problem.ts'
import type { Caller as Person } from '../../../platform/auth/access-token.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Database } from '../../../platform/database/database.ts'
import { type BackendConnector, orIfAway } from '../workshop.ts'
import type { Member } from '../../../contracts/member.ts'
import { findByAccount, type Staff } from './staff.store.ts'

interface Options {
  db: Database
  callers: Pick<Callers, 'memberOf'>
  connector: BackendConnector
}

/** Returns the staff member who calls. @throws Problem `forbidden` for everybody else */
export async function requireStaff(person: Person, { db }: Pick<Options, 'db'>): Promise<Staff> {
  const email = person.emailVerified && person.email ? person.email.toLowerCase() : null
  const staff = await findByAccount(db, { subject: person.subject, email })
  if (!staff) throw new Problem('forbidden')
  return staff
}

/** @throws Problem `forbidden` for everybody but managers */
export async function requireManager(person: Person, options: Pick<Options, 'db'>): Promise<Staff> {
  const staff = await requireStaff(person, options)
  if (staff.role !== 'manager') throw new Problem('forbidden')
  return staff
}

/** The name under which somebody of the staff signs: that of their member record, else, or while it cannot be read, their address. */
export async function signatureOf(
  person: Person,
  staff: Staff,
  { callers, connector }: Pick<Options, 'callers' | 'connector'>,
): Promise<string> {
  const find = async () => {
    const id = await callers.memberOf(person)
    return id === null ? null : connector.member(id)
  }
  return signatureWith(await orIfAway(find(), null), staff)
}

/** The same for somebody who has not signed in, by the account that is bound to the row, else by its address. */
export async function signatureOfRow(
  staff: Staff & { subject: string | null },
  { callers, connector }: Pick<Options, 'callers' | 'connector'>,
): Promise<string> {
  const { subject } = staff
  const find = async () => {
    const id =
      subject === null ? null : await callers.memberOf({ subject, email: null, emailVerified: false })
    const [known = null] =
      id === null ? await connector.membersByEmail(staff.email) : [await connector.member(id)]
    return known
  }
  return signatureWith(await orIfAway(find(), null), staff)
}

function signatureWith(member: Member | null, { email }: Staff): string {
  return member ? `${member.firstName} ${member.lastName}`.trim() : email
}
