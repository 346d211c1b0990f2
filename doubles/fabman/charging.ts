import { type Account, accountId, type Fields, type Row } from './account.ts'
import { cents, decimal, names, priceOf } from './money.ts'

/** Charges a booking that has ended: the credits that end first, then money. */
export function charge(
  account: Account,
  emit: (type: string, details: Fields) => void,
  booking: Row,
  resource: Row,
): void {
  let open = priceOf(account, booking, resource)
  for (const credit of account.rows('credits').toSorted(byEnd)) {
    const used = isUsable(credit, booking, resource) ? Math.min(open, left(account, credit)) : 0
    if (used <= 0) continue
    open -= used
    account.insert('creditUses', {
      credit: credit.id,
      amount: decimal(used),
      description: `Buchung ${String(resource['name'])}`,
      booking: booking.id,
    })
  }
  if (open > 0 && booking['member'] !== null) {
    const until = String(booking['untilDateTime'])
    const row = account.insert('charges', {
      member: booking['member'],
      booking: booking.id,
      description: resource['name'],
      price: decimal(open),
      dateTime: `${until}:00`,
      date: until.slice(0, 10),
      calculated: true,
    })
    emit('charge_created', {
      charge: row,
      member: account.tables.members.get(Number(booking['member'])) ?? null,
    })
  }
  account.update('bookings', booking, { charged: true, account: accountId })
}

function isUsable(credit: Row, booking: Row, resource: Row): boolean {
  const { member, scope, fromDate, untilDate } = credit
  const limits = credit['resources'] as Fields[]
  const day = String(booking['fromDateTime']).slice(0, 10)
  return (
    member === booking['member'] &&
    scope === 'booking' &&
    (limits.length === 0 || limits.some((limit) => names(limit, resource))) &&
    (fromDate === null || String(fromDate) <= day) &&
    (untilDate === null || day <= String(untilDate))
  )
}

function left(account: Account, credit: Row): number {
  const uses = account.rows('creditUses').filter((use) => use['credit'] === credit.id)
  return cents(credit['amount']) - uses.reduce((sum, use) => sum + cents(use['amount']), 0)
}

function byEnd(one: Row, other: Row): number {
  return endOf(one).localeCompare(endOf(other)) || one.id - other.id
}

function endOf(credit: Row): string {
  return String(credit['untilDate'] ?? '9999-12-31')
}
