import type { Account, Fields, Row } from './account.ts'
import { minutesBetween } from './wall-clock.ts'

/** Returns the permissions by which a member may book equipment on a day. */
export function permissionsOf(account: Account, member: Row, resource: Row, day: string): Row[] {
  const packages = account
    .rows('memberPackages')
    .filter((row) => isValidOn(day, row, member))
    .map(({ package: id }) => account.tables.packages.get(Number(id)))
    .filter((owned) => owned?.['allowsBooking'] === true)
  return account
    .rows('packagePermissions')
    .filter(
      (permission) =>
        packages.some((owned) => owned?.id === permission['package']) && names(permission, resource),
    )
}

/** Whether a permission, or one of the limits of a credit, names the equipment. */
export function names(coverage: Fields, resource: Row): boolean {
  const { type, resource: id, resourceType } = coverage
  return (
    type === 'everything' ||
    (type === 'resource' && id === resource.id) ||
    (type === 'resourceType' && resourceType === resource['type'])
  )
}

/** Whether a training or package of the member is valid on a day. */
export function isValidOn(day: string, row: Row, member: Row): boolean {
  return (
    row['member'] === member.id &&
    String(row['fromDate']) <= day &&
    (row['untilDate'] === null || day <= String(row['untilDate']))
  )
}

/** Returns the price in cents, less the best discount of the member's packages (help.fabman.io, 26). */
export function priceOf(account: Account, booking: Fields, resource: Row): number {
  const { members, spaces } = account.tables
  const [from, until] = [String(booking['fromDateTime']), String(booking['untilDateTime'])]
  const zone = String(spaces.get(Number(resource['space']))?.['timezone'])
  const seconds = minutesBetween(from, until, zone) * 60
  const per = Number(resource['pricePerBookingSeconds'] ?? 0)
  const full = cents(resource['pricePerBooking']) * (per > 0 ? seconds / per : 1)
  const member = members.get(Number(booking['member']))
  const permissions = member ? permissionsOf(account, member, resource, from.slice(0, 10)) : []
  const discounts = permissions.map((one) => Number(one['bookingFeeDiscountPercent']))
  return Math.round((full * (100 - Math.max(0, ...discounts))) / 100)
}

/** Returns payments and what they were used for, in cents; `except` is a booking that changes. */
export function balanceItems(account: Account, member: Row, except: number | null = null) {
  const own = (table: 'payments' | 'invoices' | 'charges' | 'bookings') =>
    account.rows(table).filter((row) => row['member'] === member.id)
  const sum = (rows: Row[], field: string) => rows.reduce((total, row) => total + cents(row[field]), 0)
  const unpaid = own('bookings').filter(
    (row) => row['charged'] !== true && row['state'] !== 'cancelled' && row.id !== except,
  )
  return {
    payments: sum(own('payments'), 'total'),
    invoices: sum(
      own('invoices').filter(({ state }) => state !== 'cancelled'),
      'total',
    ),
    charges: sum(
      own('charges').filter(({ invoice }) => invoice === null),
      'price',
    ),
    unpaidBookings: unpaid.reduce((total, row) => {
      const resource = account.tables.resources.get(Number(row['resource']))
      return total + (resource ? priceOf(account, row, resource) : 0)
    }, 0),
  }
}

/** Returns what is left of a member's payments, in cents. */
export function balanceOf(account: Account, member: Row, except: number | null): number {
  const { payments, invoices, charges, unpaidBookings } = balanceItems(account, member, except)
  return payments - invoices - charges - unpaidBookings
}

export function cents(decimal: unknown): number {
  return Math.round(Number(decimal) * 100)
}

/** 1250 → `12.50`. */
export function decimal(amountCents: number): string {
  return (amountCents / 100).toFixed(2)
}
