import { type SubmissionResult, useForm } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { type FormEvent, useMemo, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type { z } from 'zod'
import type { MessageKey } from '../i18n/messages.ts'

/** A message per field that is wrong, in the order of the form. */
export type FieldErrors = Partial<Record<string, MessageKey>>

/**
 * A form that a route action answers by `runForm`. The browser checks it by the same schema and the page stays; without
 * JavaScript the action answers with the page (docs/decisions/027-forms.md).
 * @param id prefix of the ids of its fields: `{id}-{name}`
 * @param schema names message keys as its errors
 * @param answered the route's action data
 */
export function useActionForm<Schema extends z.ZodObject>(
  id: string,
  schema: Schema,
  answered: SubmissionResult | undefined,
) {
  const fetcher = useFetcher<SubmissionResult>({ key: id })
  const { pathname, search } = useLocation()
  const [refused, setRefused] = useState(0)
  const result = fetcher.data ?? answered
  const failure = useMemo(() => ({ refused, result }), [refused, result])
  const isBusy = fetcher.state !== 'idle'
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    id,
    lastResult: result,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldRevalidate: 'onInput',
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (isBusy) return event.preventDefault()
    form.onSubmit(event)
    if (event.defaultPrevented) setRefused(refused + 1)
  }
  return {
    /** The form element; takes `props`. */
    Form: fetcher.Form,
    props: { id, method: 'post', action: pathname + search, noValidate: form.noValidate, onSubmit } as const,
    fields,
    errors: errorsOf(form.allErrors),
    /** Sentence of the service that refused. */
    refusal: form.errors?.[0],
    /** Another object with each refused submit: the error summary takes the focus then. */
    failure,
    isDone: !isBusy && form.status === 'success',
    isBusy,
  }
}

/** The first error of each field; those of the whole form have no name. */
function errorsOf(all: Record<string, string[]>): FieldErrors {
  const named = Object.entries(all).filter(([name]) => name !== '')
  return Object.fromEntries(named.map(([name, [first]]) => [name, first as MessageKey | undefined]))
}
