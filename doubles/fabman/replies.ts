import type { Context } from 'hono'
import type { Account, Fields, Row, Table } from './account.ts'
import type { ApiKey } from './authentication.ts'
import type { Collection } from './collections.ts'
import { pageOf, readQuery, Refused } from './paging.ts'
import { embedded, onWire, resolved } from './wire.ts'

export type Env = { Variables: { key: ApiKey } }
export type Call = Context<Env>

/** Finds rows for a call and writes them as Fabman does. */
export function createReplies(account: Account) {
  const show = (table: Table, query: Map<string, string[]>) => (row: Row) => shown(account, table, row, query)

  return {
    /** Returns the row whose id is in the path. @throws Refused 404, also for a booking of another member */
    rowOf(c: Call, table: Table): Row {
      const { privileges, member } = c.get('key')
      const row = account.tables[table].get(Number(c.req.param('id')))
      const isVisible = privileges !== 'member' || table !== 'bookings' || row?.['member'] === member
      if (!row || !isVisible) throw new Refused(404, 'Not Found')
      return row
    },
    list(c: Call, table: Table, rows: Row[], filters: Collection['filters'] = {}): Response {
      const url = new URL(c.req.url)
      const query = readQuery(url, Object.keys(filters))
      const found = rows.filter((row) =>
        Object.entries(filters).every(([name, fits]) => {
          const value = query.get(name)?.[0]
          return value === undefined || fits(row, value)
        }),
      )
      return pageOf(found, { url, query, show: show(table, query) })
    },
    one(c: Call, table: Table, row: Row, status: 200 | 201 = 200): Response {
      return c.json(show(table, readQuery(new URL(c.req.url)))(row) as object, status)
    },
    none: (c: Call): Response => c.body(null, 204),
  }
}
export type Replies = ReturnType<typeof createReplies>

/** @throws Refused unless the body carries the version of the row */
export function checkLock(row: Row, body: Fields): void {
  if (!('lockVersion' in body)) throw new Refused(400, '"lockVersion" is required')
  if (body['lockVersion'] !== row.lockVersion) {
    throw new Refused(409, 'The object was changed in the meantime')
  }
}

/** Returns a row with the short objects and the embedded parts that the query asks for. */
function shown(account: Account, table: Table, row: Row, query: Map<string, string[]>): unknown {
  const reply = onWire(table, row)
  for (const name of query.get('resolve') ?? []) {
    if (name in row) reply[name] = resolved(account, name, row[name])
  }
  // A training always carries its course.
  const names = [...(query.get('embed') ?? []), ...(table === 'memberTrainings' ? ['trainingCourse'] : [])]
  for (const name of names) {
    const added = embedded(account, table, row, name)
    if (!added) throw new Refused(400, `"embed" does not know ${name}`)
    reply['_embedded'] = { ...(reply['_embedded'] as Fields), ...added }
  }
  return reply
}
