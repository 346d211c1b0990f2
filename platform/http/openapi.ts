import { html } from 'hono/html'
import { z } from 'zod'
import type { Caller, Endpoint, Endpoints } from '../../contracts/http/endpoint.ts'
import { ProblemBody, type ProblemCode } from '../../contracts/problem.ts'
import { problems } from '../../contracts/problem-texts.ts'

export interface ApiDescription {
  title: string
  /** Outward address of path `/`. */
  publicUrl: string
  endpoints: Endpoints
}

/** Any call may find a part behind it away: the database, the workshop system, or the keys of the identity provider. */
const always: ProblemCode[] = [
  'invalidInput',
  'internal',
  'upstreamUnavailable',
  'databaseUnavailable',
  'databaseFull',
]

/** An OpenAPI 3.1 document. */
export function openApi({ title, publicUrl, endpoints }: ApiDescription): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const row of Object.values(endpoints))
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(row) }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(ProblemBody) },
      securitySchemes: {
        member: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token; DPoP when bound',
        },
        service: { type: 'http', scheme: 'bearer', bearerFormat: 'sanctum', description: '{id}|{secret}' },
      },
    },
  }
}

/** The path as Hono writes it: `/fabman/bookings/:id`. */
export function honoPath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** The same table for people, as a page without script or style. */
export function docsPage({ title, publicUrl, endpoints }: ApiDescription) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body>
        <h1>${title}</h1>
        <p>
          Base address: <code>${publicUrl}</code>. The same as data: <a href="openapi.json">openapi.json</a>.
        </p>
        <p>
          Failures are <code>application/problem+json</code> (RFC 9457) with <code>code</code> and
          <code>message</code>.
        </p>
        ${Object.values(endpoints).map(section)}
      </body>
    </html>`
}

function section(row: Endpoint) {
  const inputs = [z.object(row.params), row.query?.strict(), row.body?.strict()]
  const failures = codesOf(row).map((code) => `${problems[code].status} ${code}`)
  return html`<h2><code>${row.method} ${row.path}</code></h2>
    <p>${row.summary}</p>
    <dl>
      <dt>Caller</dt>
      <dd>${row.callers.join(' or ')}</dd>
      ${inputs
        .filter((schema) => schema && Object.keys(schema.shape).length > 0)
        .map(
          (schema) =>
            html`<dt>Takes</dt>
              <dd><pre>${JSON.stringify(jsonSchema(schema as z.ZodType), null, 2)}</pre></dd>`,
        )}
      <dt>Answers</dt>
      <dd>${row.status ?? 200}</dd>
      <dt>Fails with</dt>
      <dd>${failures.join(', ')}</dd>
    </dl>`
}

function operation(row: Endpoint): object {
  return {
    summary: row.summary,
    security: row.callers.flatMap((caller) => security[caller] ?? []),
    parameters: [...parameters('path', row.params), ...parameters('query', row.query?.shape)],
    ...(row.body && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: jsonSchema(row.body.strict()) } },
      },
    }),
    responses: {
      [row.status ?? 200]: {
        description: row.summary,
        content: { 'application/json': { schema: jsonSchema(row.answer) } },
      },
      ...problemResponses(codesOf(row)),
    },
  }
}

const security: Partial<Record<Caller, object>> = {
  person: { member: [] },
  member: { member: [] },
  read: { service: [] },
  manage: { service: [] },
  backend: { service: [] },
}

function parameters(place: 'path' | 'query', shape: z.ZodObject['shape'] = {}): object[] {
  return Object.entries(shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field as z.ZodType, undefined).success,
    schema: jsonSchema(field as z.ZodType),
  }))
}

function problemResponses(codes: ProblemCode[]): Record<string, object> {
  const byStatus = Map.groupBy(codes, (code) => problems[code].status)
  const schema = { $ref: '#/components/schemas/Problem' }
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [
      status,
      { description: some.join(', '), content: { 'application/problem+json': { schema } } },
    ]),
  )
}

function codesOf(row: Endpoint): ProblemCode[] {
  const codes: ProblemCode[] = [
    ...(row.callers.includes('visitor') ? [] : (['unauthorized', 'forbidden'] as const)),
    ...(row.callers.includes('member') ? (['noMember'] as const) : []),
    ...(row.body ? (['malformed', 'unsupportedMediaType', 'tooLarge'] as const) : []),
    ...(row.idempotencyKey ? (['tooManyRequests', 'keyReused', 'keyRunning'] as const) : []),
    ...(row.problems ?? []),
    ...always,
  ]
  return [...new Set(codes)].toSorted((one, other) => problems[one].status - problems[other].status)
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return rest
}
