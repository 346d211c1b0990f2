import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Staff } from '../staff/staff.store.ts'

type Holder = Pick<Staff, 'id' | 'email'>

/** Links that open the list of one date for one person of the staff. Nothing of them is stored. */
export interface ListLinks {
  /** The last part of the address of a list. */
  tokenFor(staff: Holder, dateId: number): string
  /** The date and the row of staff that a token names; null = it names none. It may still be forged. */
  named(token: string): { dateId: number; staffId: number } | null
  /** Whether the token was made here for this person and this date. */
  isGenuine(token: string, staff: Holder, dateId: number): boolean
}

/** @param secret that of the installation */
export function createListLinks(secret: Buffer): ListLinks {
  const key = createHmac('sha256', secret).update('attendance-list').digest()
  // The address is signed, too: after a reset of the database the same number may be another person.
  const tokenFor = ({ id, email }: Holder, dateId: number) => {
    const mac = createHmac('sha256', key).update(`${dateId}:${id}:${email}`).digest()
    return `${dateId}.${id}.${mac.subarray(0, 16).toString('base64url')}`
  }
  return {
    tokenFor,
    named(token) {
      const [date, staff] = token.split('.').map(Number)
      const isNamed = [date, staff].every((id) => Number.isInteger(id) && Number(id) <= 2_147_483_647)
      return isNamed ? { dateId: Number(date), staffId: Number(staff) } : null
    },
    isGenuine(token, staff, dateId) {
      const genuine = Buffer.from(tokenFor(staff, dateId))
      const given = Buffer.from(token)
      return given.length === genuine.length && timingSafeEqual(given, genuine)
    },
  }
}
