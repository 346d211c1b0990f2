import { parseWithZod } from '@conform-to/zod/v4'
import { data } from 'react-router'
import type { z } from 'zod'
import { errorMessage, StoreError } from '../../clients/store-error.ts'
import type { SiteServices } from '../context.ts'

const maxBytes = 64 * 1024

/**
 * The action of a route with a form: checks it by its schema and does what it asks for. Answers 422 for wrong fields,
 * the service's status for a refusal, and 500 for a bug, which is logged.
 * @param act throws StoreError when a service refuses
 * @throws 400 for a body that is no form or is larger than 64 KB
 */
export async function runForm<Schema extends z.ZodObject>(
  request: Request,
  schema: Schema,
  act: (form: z.output<Schema>) => Promise<void>,
  log: SiteServices['log'],
) {
  const form = await formOf(request)
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return data(submission.reply(), { status: 422 })
  try {
    await act(submission.value)
    return data(submission.reply(), { status: 200 })
  } catch (error) {
    if (!(error instanceof StoreError)) log.error({ err: error }, 'form failed')
    const status = error instanceof StoreError ? error.status : 500
    return data(submission.reply({ formErrors: [errorMessage(error)] }), { status })
  }
}

/** Reads a form. @throws 400 for a body that is no form or is larger than 64 KB */
export async function formOf(request: Request): Promise<FormData> {
  const body = await limitedBody(request)
  const headers = { 'content-type': request.headers.get('content-type') ?? '' }
  const form = body && (await new Response(body, { headers }).formData().catch(() => null))
  // A form never carries conform's own fields: nothing here asks for a step of one.
  if (!form || form.has('__intent__') || form.has('__state__')) throw data(null, { status: 400 })
  return form
}

async function limitedBody({ body }: Request): Promise<Blob | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(new Uint8Array(chunk))
  }
  return new Blob(chunks)
}
