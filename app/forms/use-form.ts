import { type FormEvent, useState } from 'react'
import { useFetcher, useLocation } from 'react-router'
import type * as z from 'zod/mini'
import { type FieldErrors, type FormResult, readForm } from './read-form.ts'

/** A form's state and the props of its `form` element. */
export interface FormState {
  /** Begins the ids of its fields: `{id}-{name}`. */
  id: string
  errors: FieldErrors
  /** Undefined before the first answer and while busy; the same object until the form is sent again. */
  result: FormResult | undefined
  isBusy: boolean
  /** What a field shows first: what was typed, where a page without JavaScript comes back. */
  valueOf: (name: string) => string | undefined
  props: {
    id: string
    method: 'post'
    action: string
    noValidate: true
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
  }
}

/**
 * A form that a route action answers. The browser checks it by the same schema before it is sent, and the page stays.
 * Without JavaScript the action answers with the page (docs/decisions/027-forms.md).
 * @param answered the route's action data
 */
export function useForm<T>(
  id: string,
  schema: z.ZodMiniType<T>,
  answered: FormResult | undefined,
): FormState {
  const fetcher = useFetcher<FormResult>({ key: id })
  const { pathname, search } = useLocation()
  const [refused, setRefused] = useState<FormResult | null>(null)
  const isBusy = fetcher.state !== 'idle'
  const result = isBusy ? undefined : (refused ?? fetcher.data ?? answered)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const { errors } = readForm(schema, new FormData(event.currentTarget))
    setRefused(errors && { kind: 'invalid', errors, values: {} })
    if (!errors) void fetcher.submit(event.currentTarget)
  }
  return {
    id,
    errors: result?.kind === 'invalid' ? result.errors : {},
    result,
    isBusy,
    valueOf: (name) => (result && 'values' in result ? result.values[name] : undefined),
    props: { id, method: 'post', action: pathname + search, noValidate: true, onSubmit },
  }
}
