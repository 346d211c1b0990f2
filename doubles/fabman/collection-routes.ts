import type { Account, Fields, Row, Table } from './account.ts'
import type { Collection } from './collections.ts'
import { defaults } from './defaults.ts'
import { readObject, Refused } from './paging.ts'
import { type Call, checkLock } from './replies.ts'
import type { Api } from './routes.ts'
import { onWire } from './wire.ts'
import type { Webhooks } from './webhooks.ts'

const readOnly = ['id', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy', 'account']

/** Mounts list, read, create, change and delete of one collection. */
export function mountCollection(api: Api, webhooks: Webhooks, collection: Collection): void {
  const { app, account, replies } = api
  const { path, table, parent, filters, required, event } = collection
  const tell = (what: string, row: Row) =>
    event && webhooks.emit(`${event}_${what}`, { [event]: onWire(table, row), ...ownersOf(account, row) })
  const inParent = (c: Call) => parentOf(account, collection, c)
  const owned = (c: Call): Row => {
    const row = replies.rowOf(c, table)
    if (!isIn(row, inParent(c))) throw new Refused(404, 'Not Found')
    return row
  }

  app.get(path, (c) => {
    const own = inParent(c)
    const rows = account.rows(table).filter((row) => isIn(row, own))
    return replies.list(c, table, rows, filters)
  })
  app.get(`${path}/:id`, (c) => replies.one(c, table, owned(c)))
  if (required) {
    app.post(path, async (c) => {
      const body = await readObject(c.req.raw)
      checkFields(body, required, collection.optional)
      checkValues(account, body, collection.values)
      if (table === 'members') refuseSameAddress(account, body)
      const { account: _, ...fields } = body
      const own = { ...withFirstDay(table, withDecimals(table, fields)), ...inParent(c) }
      const row = account.insert(table, own, c.get('key').member)
      tell('created', row)
      // Recorded like that: a new member is 200, all others are 201.
      return replies.one(c, table, row, table === 'members' ? 200 : 201)
    })
  }
  app.put(`${path}/:id`, async (c) => {
    const body = await readObject(c.req.raw)
    const row = owned(c)
    checkLock(row, body)
    checkDays(body)
    const fixed = [...readOnly, parent]
    const change = Object.entries(body).filter(([name]) => name in row && !fixed.includes(name))
    const updated = account.update(table, row, Object.fromEntries(change), c.get('key').member)
    tell('updated', updated)
    if (table === 'webhooks') webhooks.resume(updated.id)
    return replies.one(c, table, updated)
  })
  app.delete(`${path}/:id`, (c) => {
    const row = owned(c)
    account.remove(table, row.id)
    tell('deleted', row)
    return replies.none(c)
  })
}

/** Returns the member and the package that a row belongs to, as events carry them. */
function ownersOf({ tables }: Account, row: Row): Fields {
  const member = tables.members.get(Number(row['member']))
  const owned = tables.packages.get(Number(row['package']))
  return { ...(member && { member }), ...(owned && { package: owned }) }
}

/** Returns the field that ties rows to the parent in the path; empty without a parent. @throws Refused 404 */
function parentOf(account: Account, { parent, parentTable }: Collection, c: Call): Fields {
  if (!parent || !parentTable) return {}
  const id = Number(c.req.param('parent'))
  if (!account.tables[parentTable].has(id)) throw new Refused(404, 'Not Found')
  return { [parent]: id }
}

function isIn(row: Row, parent: Fields): boolean {
  return Object.entries(parent).every(([field, id]) => row[field] === id)
}

function checkFields(body: Fields, required: string[], optional: string[] = []): void {
  for (const name of Object.keys(body)) {
    if (![...required, ...optional].includes(name)) throw new Refused(400, `"${name}" is not allowed`)
  }
  for (const name of required) if (!(name in body)) throw new Refused(400, `"${name}" is required`)
}

function checkValues(account: Account, body: Fields, values: Collection['values'] = {}): void {
  for (const [name, allowed] of Object.entries(values)) {
    if (!(name in body)) continue
    if (typeof allowed === 'string') {
      const isThere = Number.isSafeInteger(body[name]) && account.tables[allowed].has(Number(body[name]))
      if (!isThere) throw new Refused(400, `"${name}" does not exist`)
    } else if (!allowed.includes(String(body[name]))) {
      throw new Refused(400, `"${name}" must be one of [${allowed.join(', ')}]`)
    }
  }
  checkDays(body)
}

function checkDays(body: Fields): void {
  for (const name of ['date', 'fromDate', 'untilDate']) {
    const value = body[name] ?? null
    if (value !== null && !/^\d{4}-\d\d-\d\d$/.test(String(value)))
      throw new Refused(400, `"${name}" must be a date`)
  }
}

/** Money may come as a number, and is always answered as a decimal string. */
function withDecimals(table: Table, fields: Fields): Fields {
  const isMoney = (name: string) => (defaults[table] as Fields)[name] === '0.00'
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (!isMoney(name)) return [name, value]
      if (!Number.isFinite(Number(value))) throw new Refused(400, `"${name}" must be a number`)
      return [name, Number(value).toFixed(2)]
    }),
  )
}

/** A training begins on the day of its course, unless the body says otherwise. */
function withFirstDay(table: Table, fields: Fields): Fields {
  return table === 'memberTrainings' ? { fromDate: fields['date'], ...fields } : fields
}

function refuseSameAddress(account: Account, { emailAddress }: Fields): void {
  const isSame = (other: unknown) => String(other).toLowerCase() === String(emailAddress).toLowerCase()
  const known = emailAddress
    ? account.rows('members').find((member) => isSame(member['emailAddress']))
    : undefined
  if (!known) return
  throw new Refused(422, 'Duplicate email address', { duplicateEmailAddress: { member: known.id } })
}
