import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { errorMessage, StoreError } from '../../clients/store-error.ts'
import { useTranslate } from '../i18n/messages.ts'
import { SignInButton } from '../session/sign-in-button.tsx'

interface Query<T> {
  data: T | undefined
  error: Error | null
  refetch: () => unknown
}

interface LoadedProps<T> {
  query: Query<T>
  /** Sentence that names what could not be loaded. */
  failed: string
  /** Rows of the skeleton. */
  rows?: number
  children: (data: T) => ReactNode
}

/** Shows the data of a query, a skeleton until it is known, and above both why the last request failed. */
export function Loaded<T>({ query, failed, rows, children }: LoadedProps<T>) {
  const { data, error } = query
  return (
    <>
      {error && <LoadFailed title={failed} query={query} />}
      {data === undefined ? !error && <ListSkeleton rows={rows} /> : children(data)}
    </>
  )
}

/** Says what failed and why (E6, E8), with a retry, or sign-in when the session has ended. */
export function LoadFailed({ title, query }: { title: string; query: Query<unknown> }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const { error, refetch } = query
  return (
    <div className="notice error" role="alert">
      <p>{title}</p>
      <p>{errorMessage(error)}</p>
      {error instanceof StoreError && error.status === 401 ? (
        // The session has ended elsewhere: a retry would fail again.
        <SignInButton returnTo={pathname}>{t('site_sign_in')}</SignInButton>
      ) : (
        <button type="button" className="button quiet" onClick={() => void refetch()}>
          {t('me_retry')}
        </button>
      )}
    </div>
  )
}

/** Says that a write failed. @param text why, in a sentence to show */
export function WriteFailed({ title, text }: { title: string; text: string }) {
  return (
    <div className="notice error">
      <p>{title}</p>
      <p>{text}</p>
    </div>
  )
}

/** Rows as high as the list to come; screen readers hear that it loads. */
export function ListSkeleton({ rows = 3 }: { rows?: number | undefined }) {
  const t = useTranslate()
  return (
    <div className="me-skeleton" aria-busy="true">
      <span className="visually-hidden">{t('me_loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} aria-hidden="true" />
      ))}
    </div>
  )
}
