import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslate } from '../i18n/messages.ts'
import type { FieldErrors } from './use-action-form.ts'

interface ErrorSummaryProps {
  title: string
  /** The failed submit, one object until the next: the summary takes the focus with each new one. */
  about: unknown
  /** Of its heading: 3 in a section, 2 right below the title of the page. */
  level?: 2 | 3
  children: ReactNode
}

/** Says above a form, and before the title of the page, why it was not done. */
export function ErrorSummary({ title, about, level = 3, children }: ErrorSummaryProps) {
  const t = useTranslate()
  const Heading = level === 2 ? 'h2' : 'h3'
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (about) summary.current?.focus()
  }, [about])
  useEffect(() => {
    const prefix = `${t('form_error_prefix')} `
    // The server writes it before the title of a form that was sent without JavaScript.
    const own = document.title.replace(prefix, '')
    document.title = prefix + own
    return () => void (document.title = own)
  }, [t])
  return (
    <div ref={summary} className="notice error" role="alert" tabIndex={-1}>
      <Heading className="notice-title">{title}</Heading>
      {children}
    </div>
  )
}

/** The errors of the fields, each a link to its control. */
export function ErrorLinks({ form, errors }: { form: string; errors: FieldErrors }) {
  const t = useTranslate()
  return (
    <ul>
      {Object.entries(errors).map(
        ([name, message]) =>
          message && (
            <li key={name}>
              <a href={`#${form}-${name}`}>{t(message)}</a>
            </li>
          ),
      )}
    </ul>
  )
}
