import type { Hono } from 'hono'
import type { Account } from './account.ts'
import type { Bookings } from './bookings.ts'
import { bookingFilters } from './collections.ts'
import { balanceItems, decimal, isValidOn } from './money.ts'
import { readObject, Refused } from './paging.ts'
import { checkLock, type Env, type Replies } from './replies.ts'
import { bridgeOf } from './wire.ts'

export interface Api {
  app: Hono<Env>
  account: Account
  replies: Replies
}

export function mountUser({ app, account }: Api): void {
  app.get('/user/me', (c) => {
    const member = account.tables.members.get(c.get('key').member)
    const emailAddress = member?.['emailAddress'] ?? null
    return c.json({ emailAddress, members: member ? [member] : [], state: 'active' })
  })
}

export function mountBookings({ app, account, replies }: Api, bookings: Bookings): void {
  const { rowOf, list, one, none } = replies
  app.get('/bookings', (c) => {
    const { privileges, member } = c.get('key')
    const rows = account.rows('bookings').filter((row) => privileges !== 'member' || row['member'] === member)
    return list(c, 'bookings', rows, bookingFilters)
  })
  app.post('/bookings', async (c) =>
    one(c, 'bookings', bookings.create(await readObject(c.req.raw), c.get('key')), 201),
  )
  app.get('/bookings/:id', (c) => one(c, 'bookings', rowOf(c, 'bookings')))
  app.put('/bookings/:id', async (c) => {
    const body = await readObject(c.req.raw)
    const row = rowOf(c, 'bookings')
    checkLock(row, body)
    return one(c, 'bookings', bookings.update(row, body, c.get('key')))
  })
  app.delete('/bookings/:id', (c) => {
    bookings.remove(rowOf(c, 'bookings'))
    return none(c)
  })
}

export function mountEquipment({ app, account, replies: { rowOf, none } }: Api): void {
  app.get('/spaces/:id/opening-hours', (c) => c.json(account.openingHours.get(rowOf(c, 'spaces').id) ?? []))
  app.get('/resources/:id/bridge', (c) => {
    const bridge = bridgeOf(account, rowOf(c, 'resources'))
    return bridge ? c.json(bridge) : none(c)
  })
}

export function mountMembers({ app, account, replies }: Api): void {
  const { rowOf, list, none } = replies
  app.get('/members/:id/trained-resources', (c) => {
    const member = rowOf(c, 'members')
    const courses = account
      .rows('memberTrainings')
      .filter((training) => isValidOn(account.today(), training, member))
      .map(({ trainingCourse }) => account.tables.trainingCourses.get(Number(trainingCourse)))
    return c.json([...new Set(courses.flatMap((course) => (course?.['resources'] as number[]) ?? []))])
  })
  app.get('/members/:id/balance-items', (c) => {
    const { payments, invoices, charges, unpaidBookings } = balanceItems(account, rowOf(c, 'members'))
    return c.json({
      sumInvoices: decimal(invoices),
      sumPayments: decimal(payments),
      sumCharges: decimal(charges),
      sumUnpaidBookings: unpaidBookings / 100,
    })
  })
  for (const empty of ['key', 'device', 'payment-method']) {
    app.get(`/members/:id/${empty}`, (c) => (rowOf(c, 'members'), none(c)))
  }
  app.get('/members/:id/credits/:credit/uses', (c) => {
    const credit = account.tables.credits.get(Number(c.req.param('credit')))
    if (credit?.['member'] !== rowOf(c, 'members').id) throw new Refused(404, 'Not Found')
    const uses = account.rows('creditUses').filter((use) => use['credit'] === credit.id)
    return list(c, 'creditUses', uses)
  })
}
