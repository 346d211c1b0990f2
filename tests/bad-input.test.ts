import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { backendApi } from '../contracts/http/backend.ts'
import type { Endpoint, Endpoints } from '../contracts/http/endpoint.ts'
import { ProblemBody } from '../contracts/problem.ts'
import { backendSamples } from './caller-samples.fixture.ts'
import { canary, mia, openServices, origin } from './services.fixture.ts'

let world: Awaited<ReturnType<typeof openServices>>
let person = ''

beforeAll(async () => {
  world = await openServices()
  person = await world.id.token(mia)
  // The first match of an account and a member is remembered; from here on nothing may change.
  await world.fetch(
    new Request(`${origin}/api/member/course/get`, { headers: { authorization: `Bearer ${person}` } }),
  )
})
afterAll(() => world.close())

const rows = Object.entries<Endpoint>(backendApi satisfies Endpoints)
const samples: Record<string, { path?: string; body?: object } | undefined> = backendSamples

/** Values of several types: every field refuses at least one of them. */
const values = [7, true, null, [], {}, 'x'.repeat(100_000)]
const wrongIds = ['0', '-1', '1.5', '1e99', '2147483648', 'x', "1'--", '%F0%9F%98%80', '9'.repeat(40), '%00']

interface Wrong {
  what: string
  field: string
  url?: string
  body?: string | null
  type?: string
  status?: number
}

/** The address of a row with what a caller would send. */
function fineUrl(name: string, row: Endpoint): URL {
  return new URL((samples[name]?.path ?? row.path).replaceAll(/\{\w+\}/g, '1'), `${origin}/`)
}

function wrongBodies(name: string, row: Endpoint): Wrong[] {
  if (!row.body) return []
  const fine = (samples[name]?.body ?? {}) as Record<string, unknown>
  const json = (body: object) => JSON.stringify(body)
  return [
    { what: 'no JSON', body: '{"a":', field: 'body' },
    { what: 'nothing', body: '', field: 'body' },
    ...['[]', 'null', '7', '"x"', '['.repeat(50_000)].map((body) => ({
      what: body.slice(0, 9),
      body,
      field: 'body',
    })),
    { what: 'NUL in a name', body: '{"a\\u0000":1}', field: 'body' },
    {
      what: 'a text instead of JSON',
      body: json(fine),
      type: 'text/plain',
      status: 415,
      field: 'content-type',
    },
    {
      what: 'a form',
      body: 'a=1',
      type: 'application/x-www-form-urlencoded',
      status: 415,
      field: 'content-type',
    },
    {
      what: 'more than any body may have',
      body: json({ ...fine, a: 'x'.repeat(12_000_000) }),
      status: 413,
      field: 'body',
    },
    { what: 'a field too many', body: json({ ...fine, colour: 'red' }), field: 'colour' },
    ...Object.entries(row.body.shape).flatMap(([field, schema]) => {
      const { [field]: _, ...without } = fine
      const refused = values.filter((value) => !accepts(schema, value))
      return [
        ...(accepts(schema, undefined) ? [] : [{ what: `no ${field}`, body: json(without), field }]),
        ...refused.map((value) => ({
          what: `${field} ${json({ value }).slice(9, 30)}`,
          body: json({ ...fine, [field]: value }),
          field,
        })),
      ]
    }),
  ]
}

function wrongQueries(name: string, row: Endpoint): Wrong[] {
  const changed = (change: (query: URLSearchParams) => void) => {
    const url = fineUrl(name, row)
    change(url.searchParams)
    return url.pathname + url.search
  }
  return [
    { what: 'a parameter too many', url: changed((query) => query.set('colour', 'red')), field: 'colour' },
    ...Object.entries(row.query?.shape ?? {}).flatMap(([field, schema]) => [
      ...(accepts(schema, undefined)
        ? []
        : [{ what: `no ${field}`, url: changed((query) => query.delete(field)), field }]),
      ...['', 'x'.repeat(5000), '-1', '1e99', '[]']
        .filter((value) => !accepts(schema, value))
        .map((value) => ({
          what: `${field} ${value.slice(0, 9)}`,
          url: changed((query) => query.set(field, value)),
          field,
        })),
      {
        what: `${field} twice`,
        url: changed((query) => [1, 2].forEach(() => query.append(field, '1'))),
        field,
      },
    ]),
  ]
}

function wrongPaths(row: Endpoint): Wrong[] {
  return Object.entries(row.params).flatMap(([field, schema]) =>
    wrongIds
      .filter((id) => !accepts(schema, decodeURIComponent(id)))
      .map((id) => ({
        what: `${field} ${id.slice(0, 12)}`,
        url: row.path.replace(`{${field}}`, id).replaceAll(/\{\w+\}/g, '1'),
        field: id === '%00' ? 'url' : field,
      })),
  )
}

const accepts = (schema: z.core.$ZodType, value: unknown) => (schema as z.ZodType).safeParse(value).success

describe.each(rows)('%s', (name, row) => {
  const wrong = [...wrongPaths(row), ...wrongQueries(name, row), ...wrongBodies(name, row)]

  test(`refuses ${wrong.length} kinds of bad input by the name of the field, and writes nothing`, async () => {
    const before = await everything()
    const answers = []
    for (const each of wrong) answers.push({ ...each, ...(await answerTo(name, row, each)) })
    const unexpected = answers.filter(
      ({ got, fields, field, status = 400 }) =>
        got !== status || !fields.some((each) => each === field || each.startsWith(`${field}.`)),
    )
    expect(unexpected.map(({ what, got, field, fields }) => ({ what, got, field, fields }))).toEqual([])
    expect(await everything()).toEqual(before)
  })
})

/** Sends one request as somebody who may, from another network address each time, so that no rate limit answers. */
async function answerTo(name: string, row: Endpoint, { url, body, type = 'application/json' }: Wrong) {
  const service = row.callers.find(
    (caller) => caller === 'backend' || caller === 'manage' || caller === 'read',
  )
  const token = service ? world.tokens[service as 'backend'] : person
  const address = url ?? fineUrl(name, row).pathname + fineUrl(name, row).search
  const sent = body ?? (row.body ? JSON.stringify(samples[name]?.body ?? {}) : null)
  const response = await world.fetch(
    new Request(`${origin}/api${address}`, {
      method: row.method,
      headers: {
        authorization: `Bearer ${token}`,
        'x-test-address': crypto.randomUUID(),
        ...(sent !== null && { 'content-type': type }),
      },
      body: sent,
    }),
  )
  const text = await response.text()
  expect(text).not.toContain(canary)
  expect(text).not.toMatch(/ at |\.ts:|select |kysely|zod/i)
  expect(response.headers.get('content-type'), `${name} ${text.slice(0, 200)}`).toContain(
    'application/problem+json',
  )
  const problem = ProblemBody.parse(JSON.parse(text))
  return { got: response.status, fields: (problem.errors ?? []).map(({ field }) => field) }
}

/** Returns a checksum of each table. Leaves out when a token was last used, which every call changes. */
async function everything(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{
    name: string
  }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'service_token' order by 1`.execute(
    world.db,
  )
  const sums: Record<string, string> = {}
  for (const { name } of tables) {
    const { rows: found } = await sql<{
      sum: string
    }>`select count(*) || ' ' || coalesce(md5(string_agg(md5(row::text), '' order by
      md5(row::text))), '') as sum from ${sql.table(name)} row`.execute(world.db)
    sums[name] = found[0]?.sum ?? ''
  }
  return sums
}
