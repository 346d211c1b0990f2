// Writes db/tables.gen.ts, the types of all tables, from a migrated database in memory. Run after adding a migration:
//   node db/generate.ts
import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { type Database, openMemoryDatabase } from '../platform/database/database.ts'
import { createLog } from '../platform/log.ts'
import { migrate } from '../platform/database/migrate.ts'

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  hasDefault: boolean
  isGenerated: boolean
}

/** PostgreSQL type → type of a selected value; where an insert accepts more, both. See `types` in platform/database/database.ts. */
const typescript: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'Numeric',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  uuid: 'string',
  date: 'string',
  time: 'string',
  interval: 'string',
  tstzrange: 'string',
  tsrange: 'string',
  daterange: 'string',
  int4range: 'string',
  timestamptz: 'Timestamp',
  bytea: 'Bytes',
  json: 'Json',
  jsonb: 'Json',
}

const head = `// Made by: node db/generate.ts
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** An instant. */
type Timestamp = ColumnType<Date, Date | string, Date | string>

/** A decimal string. */
type Numeric = ColumnType<string, string | number, string | number>

type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>

/** Give the object itself, never JSON.stringify of it: the driver does that. It takes a bare array for a PostgreSQL array. */
type Json = ColumnType<unknown, object & { length?: never }, object & { length?: never }>

/** Optional in an insert; like Kysely's Generated, for a column whose insert type differs from its select type. */
type Optional<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Generated<T>

type Nullable<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null
`

const { db, close } = await openMemoryDatabase((reason, error) => {
  throw new Error(reason, { cause: error })
})
try {
  await migrate(db, createLog('warn'))
  writeFileSync(new URL('tables.gen.ts', import.meta.url), render(await readColumns(db)))
} finally {
  await close()
}

async function readColumns(from: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select c.relname as "table", a.attname as name, t.typname as type,
      not a.attnotnull as is_nullable,
      a.atthasdef or a.attidentity <> '' as has_default,
      a.attgenerated <> '' or a.attidentity = 'a' as is_generated
    from pg_attribute a
      join pg_class c on c.oid = a.attrelid
      join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')
      and a.attnum > 0 and not a.attisdropped and c.relname <> 'schema_migration'
    order by c.relname, a.attnum`.execute(from)
  return rows
}

function render(columns: Column[]): string {
  const tables = Map.groupBy(columns, (column) => column.table)
  const interfaces = [...tables].map(([table, own]) => {
    const lines = own.map((column) => `  ${camel(column.name)}: ${typeOf(column)}\n`)
    return `export interface ${pascal(table)}Table {\n${lines.join('')}}\n`
  })
  const entries = [...tables.keys()].map((table) => `  ${camel(table)}: ${pascal(table)}Table\n`)
  return `${head}\n${interfaces.join('\n')}\nexport interface Tables {\n${entries.join('')}}\n`
}

function typeOf(column: Column): string {
  const base = baseType(column)
  if (column.isGenerated) return `GeneratedAlways<${column.isNullable ? `${base} | null` : base}>`
  if (column.isNullable) return `Nullable<${base}>`
  return column.hasDefault ? `Optional<${base}>` : base
}

function baseType({ table, name, type }: Column): string {
  const isArray = type.startsWith('_')
  const base = typescript[isArray ? type.slice(1) : type]
  if (!base) throw new Error(`${table}.${name}: teach db/generate.ts the type ${type}`)
  return isArray ? `${base}[]` : base
}

function camel(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

function pascal(name: string): string {
  return camel(`_${name}`)
}
