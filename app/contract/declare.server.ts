import { randomBytes } from 'node:crypto'
import { parseWithZod } from '@conform-to/zod/v4'
import { data, redirect, type RouterContextProvider } from 'react-router'
import type { z } from 'zod'
import type { SiteBackendClient } from '../../clients/site-backend.ts'
import type { Declaration } from '../../contracts/declaration.ts'
import { type DeclarationRow, declarationRows } from '../../formats/declaration-text.ts'
import { servicesOf } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { formOf, refusalOf } from '../forms/run-form.server.ts'
import type { FieldErrors } from '../forms/use-action-form.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/** What the page shows after a form was sent: the form again, or the declaration to confirm. */
export type Answered =
  | { step: 'form'; typed: Record<string, string>; errors: FieldErrors; refusal?: string }
  | { step: 'confirm'; typed: Record<string, string>; rows: DeclarationRow[]; key: string }

interface Declaring<Schema extends z.ZodObject> {
  schema: Schema
  declarationOf: (form: z.output<Schema>) => Declaration
  declare: (backend: SiteBackendClient, key: string, form: z.output<Schema>) => Promise<{ token: string }>
}

/** Returns a random key for one declaration: sending the same key twice stores one. */
export const newKey = () => randomBytes(24).toString('base64url')

/**
 * Handles the form of a declaration. A form with a key stores the declaration and redirects to its receipt. A form without a
 * key shows the declaration for confirmation and stores nothing.
 */
export async function runDeclaration<Schema extends z.ZodObject>(
  { request, url, context }: { request: Request; url: URL; context: Readonly<RouterContextProvider> },
  { schema, declarationOf, declare }: Declaring<Schema>,
) {
  const { backendFor, log } = servicesOf(context)
  const locale = localeOf(url.pathname)
  const form = await formOf(request)
  const typed = typedIn(form, schema)
  const asked = form.get('do')
  const answer = (answered: Answered, status: number) => data(answered, { status, headers: uncached })
  if (asked === 'change') return answer({ step: 'form', typed, errors: {} }, 200)
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success')
    return answer({ step: 'form', typed, errors: errorsOf(submission.error ?? {}, schema) }, 422)
  const value = submission.value
  const key = String(form.get('key') ?? '')
  if (asked !== 'declare' || !/^[\w-]{32}$/.test(key)) {
    const rows = declarationRows(declarationOf(value), locale)
    return answer({ step: 'confirm', typed, rows, key: newKey() }, 200)
  }
  try {
    const { token } = await declare(backendFor(request, locale), key, value)
    throw redirect(paths.page(locale, `contract/receipt/${token}`), 303)
  } catch (error) {
    if (error instanceof Response) throw error
    const refusal = refusalOf(error)
    if (!refusal) log.error({ err: error }, 'a declaration was not received')
    const { status, message } = refusal ?? { status: 500, message: '' }
    return answer({ step: 'form', typed, errors: {}, refusal: message }, status)
  }
}

/** The texts of a form's own fields. */
export function typedIn(form: FormData, schema: z.ZodObject): Record<string, string> {
  const texts = Object.keys(schema.shape).map((name) => [name, form.get(name)] as const)
  return Object.fromEntries(texts.flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])))
}

/** The first error of each field, in the order of the form. */
export function errorsOf(all: Record<string, string[] | null>, schema: z.ZodObject): FieldErrors {
  const wrong = Object.keys(schema.shape).filter((name) => all[name])
  return Object.fromEntries(wrong.map((name) => [name, all[name]?.[0]])) as FieldErrors
}
