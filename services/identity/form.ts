import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { z } from 'zod'
import { Problem, wrongField } from '../../contracts/problem.ts'
import { check } from '../../platform/http/service.ts'

/**
 * Returns the checked fields of a posted form.
 * @throws Problem `unsupportedMediaType`, or `invalidInput` with every wrong field named
 */
export async function readForm<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new Problem('unsupportedMediaType', {
      errors: [{ field: 'content-type', message: 'application/x-www-form-urlencoded' }],
    })
  }
  const fields = new URLSearchParams(await c.req.text())
  const values: Record<string, string> = {}
  for (const [name, value] of fields) {
    if (Object.hasOwn(values, name)) throw wrongField(name, 'given more than once')
    if (value.includes('\0')) throw wrongField(name, 'contains NUL')
    values[name] = value
  }
  return check(schema, values, 'body')
}

/**
 * Whether the browser says that the form came from another page than ours (ASVS 3.5.1).
 * @param hidesReferrer the page has the policy `no-referrer`, with which browsers send the origin `null`
 */
export function isForeign(request: Request, origin: string, hidesReferrer = false): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site !== 'same-origin'
  const given = request.headers.get('origin')
  return given !== null && given !== origin && !(hidesReferrer && given === 'null')
}

/** Node's own request and response, which oidc-provider needs to read its cookies. */
export function nodeOf(c: Context): HttpBindings {
  return c.env as HttpBindings
}
