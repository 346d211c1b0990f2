import type { Clock } from '../../platform/clock.ts'
import { defaults } from './defaults.ts'

/** One object of Fabman's API. */
export interface Row {
  id: number
  lockVersion: number
  createdAt: string
  updatedAt: string
  [field: string]: unknown
}

export type Table = keyof typeof defaults
export type Fields = Record<string, unknown>

/** The id of the one account; members, spaces and everything else belong to it. */
export const accountId = 4

/** A Fabman account in memory: rows by table and id, opening hours by space, bridges by resource. */
export function createAccount({ clock }: { clock: Clock }) {
  const tables = Object.fromEntries(
    Object.keys(defaults).map((table) => [table, new Map<number, Row>()]),
  ) as Record<Table, Map<number, Row>>
  const lastIds = new Map<Table, number>()

  return {
    tables,
    openingHours: new Map<number, Fields[]>(),
    bridges: new Map<number, Fields>(),
    rows: (table: Table): Row[] => [...tables[table].values()],
    /** The day in UTC, as `2026-12-01`. */
    today: (): string => clock().toISOString().slice(0, 10),

    /** Adds a row with the defaults of its table; `id` is for seeds only. */
    insert(table: Table, fields: Fields & { id?: number }, by: number | null = null): Row {
      const id = fields.id ?? (lastIds.get(table) ?? 0) + 1
      lastIds.set(table, Math.max(id, lastIds.get(table) ?? 0))
      const at = clock().toISOString()
      const stamp = { lockVersion: 1, createdAt: at, updatedAt: at, updatedBy: by, account: accountId }
      const row: Row = { ...structuredClone(defaults[table]), ...stamp, ...fields, id }
      tables[table].set(id, row)
      return row
    },
    update(table: Table, row: Row, fields: Fields, by: number | null = null): Row {
      const changed = {
        ...row,
        ...fields,
        lockVersion: row.lockVersion + 1,
        updatedAt: clock().toISOString(),
        updatedBy: by,
      }
      tables[table].set(row.id, changed)
      return changed
    },
    remove(table: Table, id: number): void {
      tables[table].delete(id)
    },
  }
}
export type Account = ReturnType<typeof createAccount>
