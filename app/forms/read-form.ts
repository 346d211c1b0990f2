import * as z from 'zod/mini'
import type { MessageKey } from '../i18n/messages.ts'

/** A message per field, in the order of the schema. Schemas name message keys as their errors. */
export type FieldErrors = Partial<Record<string, MessageKey>>

/** What a form says, checked; `errors` is null when nothing is wrong. */
export type FormReading<T> = { data: T; errors: null } | { data: null; errors: FieldErrors }

/** Reads a form in the browser and on the server alike. A field that is given twice counts once, the last time. */
export function readForm<T>(schema: z.ZodMiniType<T>, form: FormData): FormReading<T> {
  const { data, error } = z.safeParse(schema, Object.fromEntries(form))
  if (!error) return { data, errors: null }
  const errors: FieldErrors = {}
  for (const { path, message } of error.issues) errors[String(path[0] ?? '')] ??= message as MessageKey
  return { data: null, errors }
}

/** What an action answers; `values` is what was typed, for a page without JavaScript. */
export type FormResult =
  | { kind: 'done' }
  | { kind: 'invalid'; errors: FieldErrors; values: Record<string, string> }
  | { kind: 'failed'; message: string; values: Record<string, string> }
