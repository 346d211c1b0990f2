import { html } from 'hono/html'
import { z } from 'zod'
import { ProblemBody, type ProblemCode, problems } from '../../contracts/problem.ts'

/** One endpoint, described once: the service registers it, OpenAPI and the human page are made from it. */
export interface RouteDescription {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  /** With parameters in braces: `/fabman/bookings/{id}`. */
  path: string
  summary: string
  /** Whose token it takes; any of them is enough, none means open to everybody. */
  callers: Caller[]
  params?: z.ZodObject
  query?: z.ZodObject
  body?: z.ZodType
  answer: { status: number; description: string; schema?: z.ZodType; type?: string }
  /** Expected failures beyond those that every endpoint has. */
  problems: ProblemCode[]
}

/** `member`: an access token of the identity provider. The others: abilities of service tokens. */
export type Caller = 'member' | 'read' | 'manage' | 'backend'

export interface ApiDescription {
  title: string
  /** Outward address of path `/`. */
  server: string
  routes: RouteDescription[]
}

const always: ProblemCode[] = ['invalidInput', 'internal']

/** An OpenAPI 3.1 document. */
export function openApi({ title, server, routes }: ApiDescription): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of routes) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: server }],
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
export function honoPath(route: Pick<RouteDescription, 'path'>): string {
  return route.path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** The same table for people, as a page without script or style. */
export function docsPage({ title, server, routes }: ApiDescription) {
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
          Base address: <code>${server}</code>. The same as data: <a href="openapi.json">openapi.json</a>.
        </p>
        <p>
          Failures are <code>application/problem+json</code> (RFC 9457) with <code>code</code> and
          <code>message</code>.
        </p>
        ${routes.map(section)}
      </body>
    </html>`
}

function section(route: RouteDescription) {
  const inputs = [route.params, route.query, route.body].filter((schema) => schema !== undefined)
  const failures = codesOf(route).map((code) => `${problems[code].status} ${code}`)
  return html`<h2><code>${route.method.toUpperCase()} ${route.path}</code></h2>
    <p>${route.summary}</p>
    <dl>
      <dt>Token</dt>
      <dd>${route.callers.length > 0 ? route.callers.join(' or ') : 'none'}</dd>
      ${inputs.map(
        (schema) =>
          html`<dt>Takes</dt>
            <dd><pre>${JSON.stringify(jsonSchema(schema), null, 2)}</pre></dd>`,
      )}
      <dt>Answers</dt>
      <dd>${route.answer.status}: ${route.answer.description}</dd>
      <dt>Fails with</dt>
      <dd>${failures.join(', ')}</dd>
    </dl>`
}

function operation(route: RouteDescription): object {
  const { answer } = route
  return {
    summary: route.summary,
    security: route.callers.map((caller) => (caller === 'member' ? { member: [] } : { service: [] })),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(route.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(route.body) } } },
    }),
    responses: {
      [answer.status]: {
        description: answer.description,
        ...(answer.schema && {
          content: { [answer.type ?? 'application/json']: { schema: jsonSchema(answer.schema) } },
        }),
      },
      ...problemResponses(codesOf(route)),
    },
  }
}

function parameters(place: 'path' | 'query', schema: z.ZodObject | undefined): object[] {
  return Object.entries(schema?.shape ?? {}).map(([name, field]) => ({
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

function codesOf({ callers, body, problems: own }: RouteDescription): ProblemCode[] {
  const codes: ProblemCode[] = [
    ...(callers.length > 0 ? (['unauthorized', 'forbidden'] as const) : []),
    ...(body ? (['malformed', 'unsupportedMediaType', 'tooLarge'] as const) : []),
    ...own,
    ...always,
  ]
  return [...new Set(codes)].toSorted((one, other) => problems[one].status - problems[other].status)
}

function jsonSchema(schema: z.ZodType): object {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' })
  return rest
}
