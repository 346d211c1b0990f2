import type { Clock } from '../../platform/clock.ts'
import type { Account, Fields, Row } from './account.ts'
import { Refused } from './paging.ts'
import type { ApiKey } from './authentication.ts'
import { type Asked, checkAlways, checkMember } from './booking-rules.ts'
import { charge } from './charging.ts'
import { wallClockAt } from './wall-clock.ts'

interface BookingOptions {
  account: Account
  clock: Clock
  /** Whether a member's rules also apply when an administrator books for the member. */
  judgesAdmins: boolean
  emit: (type: string, details: Fields) => void
}

const localTime = /^\d{4}-(0\d|1[0-2])-[0-3]\dT([01]\d|2[0-3]):[0-5]\d$/
const fields = ['resource', 'member', 'fromDateTime', 'untilDateTime', 'state']

/** Bookings of the account: rules, changes, and the charge after the end. */
export function createBookings({ account, clock, judgesAdmins, emit }: BookingOptions) {
  const { bookings, resources, members, spaces } = account.tables
  let settledUntil = ''

  function details(booking: Row): Fields {
    const member = members.get(Number(booking['member']))
    return {
      booking,
      resource: resources.get(Number(booking['resource'])) ?? null,
      member: member ?? null,
    }
  }

  function check(row: Fields, id: number | null, key: ApiKey): void {
    const resource = resources.get(Number(row['resource']))
    if (!resource) throw new Refused(400, '"resource" does not exist')
    const space = spaces.get(Number(resource['space']))
    const member = row['member'] === null ? null : members.get(Number(row['member']))
    if (!space || member === undefined) throw new Refused(400, '"member" does not exist')
    const [from, until] = [String(row['fromDateTime']), String(row['untilDateTime'])]
    const asked: Asked = { id, resource, space, member, from, until, now: clock() }
    checkAlways(account, asked)
    if (judgesAdmins || key.privileges === 'member') checkMember(account, asked)
  }

  return {
    create(body: Fields, key: ApiKey): Row {
      for (const name of Object.keys(body)) {
        if (!fields.includes(name)) throw new Refused(400, `"${name}" is not allowed`)
      }
      for (const name of ['resource', 'fromDateTime', 'untilDateTime']) {
        if (!(name in body)) throw new Refused(400, `"${name}" is required`)
      }
      checkShape(body)
      const row = { member: key.member, state: 'confirmed', ...body }
      check(row, null, key)
      const booking = account.insert('bookings', row, key.member)
      emit('booking_created', details(booking))
      return booking
    },
    update(booking: Row, body: Fields, key: ApiKey): Row {
      const change = Object.fromEntries(Object.entries(body).filter(([name]) => fields.includes(name)))
      checkShape(change)
      const changed = { ...booking, ...change }
      if (changed['state'] !== 'cancelled') check(changed, booking.id, key)
      const updated = account.update('bookings', booking, change, key.member)
      emit('booking_updated', details(updated))
      return updated
    },
    remove(booking: Row): void {
      account.remove('bookings', booking.id)
      emit('booking_deleted', details(booking))
    },
    /** Charges bookings that have ended since the last call. */
    settle(): void {
      const now = clock()
      const minute = now.toISOString().slice(0, 16)
      if (minute === settledUntil) return
      settledUntil = minute
      for (const booking of bookings.values()) {
        if (booking['charged'] === true || booking['state'] !== 'confirmed') continue
        const resource = resources.get(Number(booking['resource']))
        const zone = String(spaces.get(Number(resource?.['space']))?.['timezone'])
        if (resource && String(booking['untilDateTime']) <= wallClockAt(now.getTime(), zone))
          charge(account, emit, booking, resource)
      }
    },
  }
}
export type Bookings = ReturnType<typeof createBookings>

function checkShape(body: Fields): void {
  for (const name of ['resource', 'member']) {
    const isStaffOnly = name === 'member' && body[name] === null
    if (name in body && !isStaffOnly && !Number.isSafeInteger(body[name])) {
      throw new Refused(400, `"${name}" must be a number`)
    }
  }
  for (const name of ['fromDateTime', 'untilDateTime']) {
    if (name in body && !localTime.test(String(body[name]))) {
      throw new Refused(400, `"${name}" must be a local date and time`)
    }
  }
  if ('state' in body && !['pending', 'confirmed', 'cancelled'].includes(String(body['state']))) {
    throw new Refused(400, '"state" must be one of [pending, confirmed, cancelled]')
  }
}
