import { data } from 'react-router'
import type * as z from 'zod/mini'
import { errorMessage, StoreError } from '../../clients/store-error.ts'
import type { SiteServices } from '../context.ts'
import { type FormResult, readForm } from './read-form.ts'

const maxBytes = 64 * 1024

/**
 * The action of a route with a form: reads it by its schema and does what it asks for. The answer has status 422 for
 * wrong fields, that of the service for a refusal, and 500 for a bug, which is logged.
 * @param act throws StoreError when a service refuses
 */
export async function runForm<T>(
  request: Request,
  schema: z.ZodMiniType<T>,
  act: (form: T) => Promise<void>,
  log: SiteServices['log'],
) {
  const form = await formOf(request)
  if (!form) throw data(null, { status: 400 })
  const values = Object.fromEntries(
    [...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  ) as Record<string, string>
  const reading = readForm(schema, form)
  if (reading.errors) return answer({ kind: 'invalid', errors: reading.errors, values }, 422)
  try {
    await act(reading.data)
    return answer({ kind: 'done' }, 200)
  } catch (error) {
    if (!(error instanceof StoreError)) log.error({ err: error }, 'form failed')
    const status = error instanceof StoreError ? error.status : 500
    return answer({ kind: 'failed', message: errorMessage(error), values }, status)
  }
}

function answer(result: FormResult, status: number) {
  return data(result, { status })
}

/** The body as a form; null when it is none or larger than 64 KB. */
async function formOf(request: Request): Promise<FormData | null> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength
    if (size > maxBytes) return null
    chunks.push(new Uint8Array(chunk))
  }
  const type = request.headers.get('content-type') ?? ''
  return new Response(new Blob(chunks), { headers: { 'content-type': type } }).formData().catch(() => null)
}
