import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'
import type { z } from 'zod'
import { errorMessage } from '../../clients/store-error.ts'
import type { ProblemBody } from '../../contracts/problem.ts'
import { problems } from '../../contracts/problem-texts.ts'
import type { SiteServices } from '../context.ts'
import { localeOf } from '../i18n/locale.ts'
import type { MessageKey } from '../i18n/messages.ts'

const maxBytes = 64 * 1024
/** A larger body is read up to here after its refusal. */
const maxDrained = 1024 * 1024
const maxFields = 100
const fieldName = /^[A-Za-z][\w-]{0,63}$/

interface FormOptions {
  /** Fields that are never sent back: passwords and proofs. */
  hidden?: readonly string[]
  /** The text for a field that the service refuses by a code; undefined = the service's own sentence is shown. */
  messageOf?: (field: string, code: string) => MessageKey | undefined
}

/**
 * The action of a route with a form: checks it by its schema and does what it asks for. Answers 422 for wrong fields,
 * the service's status for a refusal, and 500 for a bug, which is logged.
 * @param sent a form that `formOf` has read where the action looks at it before
 * @param act throws StoreError when a service refuses
 * @throws 400 for a body that is no form, 413 for one that is larger than 64 KB
 */
export async function runForm<Schema extends z.ZodObject>(
  sent: Request | FormData,
  schema: Schema,
  act: (form: z.output<Schema>) => Promise<void>,
  log: SiteServices['log'],
  { hidden = [], messageOf = () => undefined }: FormOptions = {},
) {
  const form = sent instanceof FormData ? sent : await formOf(sent)
  const submission = parseWithZod(form, { schema })
  const hideFields = [...hidden]
  if (submission.status !== 'success') return data(submission.reply({ hideFields }), { status: 422 })
  try {
    await act(submission.value)
    return data(submission.reply({ hideFields }), { status: 200 })
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) log.error({ err: error }, 'form failed')
    const fieldErrors = fieldErrorsOf(refusal, messageOf)
    if (fieldErrors) return data(submission.reply({ hideFields, fieldErrors }), { status: 422 })
    const { status, message } = refusal ?? { status: 500, message: errorMessage(error) }
    return data(submission.reply({ hideFields, formErrors: [message] }), { status })
  }
}

interface Refusal {
  status: number
  /** The sentence of the service. */
  message: string
  problem: ProblemBody | null
}

/** Returns what a service refused, null for any other error. Compares names: site and clients are bundled apart. */
export function refusalOf(error: unknown): Refusal | null {
  return error instanceof Error && error.name === 'StoreError' ? (error as Error & Refusal) : null
}

/** The texts for the fields that a service refused, null when one of them has none. */
function fieldErrorsOf(refusal: Refusal | null, messageOf: NonNullable<FormOptions['messageOf']>) {
  const refused = refusal?.problem?.errors ?? []
  const named = refused.map(({ field, message }) => [field, messageOf(field, message)] as const)
  if (named.length === 0 || named.some(([, key]) => key === undefined)) return null
  return Object.fromEntries(named.map(([field, key]) => [field, [key as string]]))
}

/**
 * Reads a form. The name of a field becomes a path of objects and arrays where a form is checked, so that
 * `a[99999999]` would fill the memory: names are those that our forms have, each once, with a text.
 * @param hasLists a name may stand several times, as boxes to tick have it
 * @throws 400 for a body that is no such form, 413 for one that is larger than 64 KB
 */
export async function formOf(request: Request, hasLists = false): Promise<FormData> {
  const body = await limitedBody(request)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  if (!body) throw data(problems.tooLarge[localeOf(new URL(request.url).pathname)], { status: 413 })
  const form = await new Response(body, { headers }).formData().catch(() => null)
  // Lynx sends choices of the page that have no name and belong to no form.
  form?.delete('')
  if (!form || !isPlain(form, hasLists)) throw data(null, { status: 400 })
  return form
}

/** Whether a form has names and values that forms of ours have; conform's own fields begin with an underscore. */
function isPlain(form: FormData, hasLists: boolean): boolean {
  const fields = [...form]
  const names = new Set(fields.map(([name]) => name))
  if (fields.length > maxFields || (!hasLists && names.size < fields.length)) return false
  return fields.every(([name, value]) => typeof value === 'string' && fieldName.test(name))
}

async function limitedBody({ body }: Request): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body?.values({ preventCancel: true }) ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) break
    chunks.push(new Uint8Array(chunk))
  }
  if (size <= maxBytes) return new Blob(chunks)
  if (body) void drain(body).catch(() => undefined)
  return null
}

/** Reads on beside the response: a body that is given up at once breaks the connection before the browser has it. */
async function drain(body: ReadableStream<Uint8Array>): Promise<void> {
  let left = maxDrained
  for await (const chunk of body.values({ preventCancel: true })) {
    left -= chunk.byteLength
    if (left < 0) break
  }
  await body.cancel()
}
