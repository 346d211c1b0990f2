import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { SearchHits } from './search-hits.tsx'
import type { SearchHit } from './search-index.ts'

const waitMs = 120

/** What people look for most; each finds something in the demo (`demo-queries.test.ts`). */
export const tries = {
  de: ['Öffnungszeiten', 'Preise', 'Laser', '3D-Druck', 'Kurse', 'Anfahrt'],
  en: ['Opening hours', 'Prices', 'Laser', '3D printing', 'Courses', 'Directions'],
}

/** The text for no hit, one and more. */
const countTexts = ['site_search_none', 'site_search_one', 'site_search_count'] as const

/** Search over the page: results while typing, arrows move through them, Enter opens the full list. */
export function SearchDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslate()
  const locale = useLocale()
  const navigate = useNavigate()
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [query, setQuery] = useState('')
  const hits = useHits(query)
  useEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  return (
    <dialog ref={dialog} className="search-dialog" aria-label={t('site_search')} onClose={onClose}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the field and the links within */}
      <form
        role="search"
        onKeyDown={(event) => moveFocus(event, dialog.current)}
        onSubmit={(event) => {
          event.preventDefault()
          close()
          void navigate(paths.search(locale, query.trim()))
        }}
      >
        <label htmlFor={id}>{t('site_search_label')}</label>
        <div className="search-field">
          <input
            id={id}
            type="search"
            value={query}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setQuery(event.target.value)}
          />
          <button type="button" className="button quiet" onClick={close}>
            {t('site_search_close')}
          </button>
        </div>
        <p role="status" className="hint">
          {hits && query.trim()
            ? t(countTexts[Math.min(hits.length, 2)] ?? 'site_search_count', { count: hits.length, query })
            : ''}
        </p>
        {!query.trim() && (
          <ul className="search-tries">
            {tries[locale].map((words) => (
              <li key={words}>
                <button
                  type="button"
                  onClick={() => {
                    setQuery(words)
                    dialog.current?.querySelector('input')?.focus()
                  }}
                >
                  {words}
                </button>
              </li>
            ))}
          </ul>
        )}
        <SearchHits hits={hits ?? []} onFollow={close} />
      </form>
    </dialog>
  )
}

/** Asks shortly after the last key. An outdated response is dropped; after a failure the last hits stay. */
function useHits(query: string): SearchHit[] | null {
  const locale = useLocale()
  const [hits, setHits] = useState<SearchHit[] | null>(null)
  useEffect(() => {
    const words = query.trim()
    const stop = new AbortController()
    const timer = setTimeout(() => {
      if (!words) return setHits(null)
      // Bare: the typed client of live data would bring its file of code along.
      const asked = new URLSearchParams({ q: words, locale })
      fetch(`/data/search?${asked}`, { signal: stop.signal })
        .then(async (response) => response.ok && setHits((await response.json()) as SearchHit[]))
        .catch(() => undefined)
    }, waitMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [query, locale])
  return hits
}

function moveFocus(event: KeyboardEvent, dialog: HTMLDialogElement | null): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || !dialog) return
  const places = [...dialog.querySelectorAll<HTMLElement>('input, ol a')]
  const at = places.indexOf(document.activeElement as HTMLElement)
  const next = places[Math.min(places.length - 1, Math.max(0, at + step))]
  event.preventDefault()
  next?.focus()
}
