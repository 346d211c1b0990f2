import type de from './de.json'
import { type Locale, locales, useLocale } from './locale.ts'

export type MessageKey = keyof typeof de
export type Messages = Partial<Record<MessageKey, string>>
export type Translate = (key: MessageKey, params?: Record<string, string | number>) => string

const loaded = new Map<Locale, Messages>()
const complete = new Set<Locale>()

/**
 * Adds texts of a language. The server has all of them; a page brings those of its frame (keys `site_*`), screens of
 * the app load the message file.
 */
export function addMessages(locale: Locale, messages: Messages, whole = false): void {
  loaded.set(locale, { ...loaded.get(locale), ...messages })
  if (whole) complete.add(locale)
}

/** Whether all texts of a language are loaded. */
export function hasMessages(locale: Locale): boolean {
  return complete.has(locale)
}

/** Returns the text of a key with its `{name}` holes filled. A missing text shows its key. */
export function translate(
  locale: Locale,
  key: MessageKey,
  params: Record<string, string | number> = {},
): string {
  const text = loaded.get(locale)?.[key] ?? key
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
}

/** Returns `t(key, params)` in the language of the page; the same function on each render. */
export function useTranslate(): Translate {
  return translates[useLocale()]
}

const translates: Record<Locale, Translate> = {
  de: (key, params) => translate('de', key, params),
  en: (key, params) => translate('en', key, params),
}

/** The texts of a language cannot be had (E4). */
export class LocaleError extends Error {
  constructor(locale: string, options?: ErrorOptions) {
    super(`Failed loading locale (${locale})`, options)
    this.name = 'LocaleError'
  }
}

interface MessageFileOptions {
  fetch: typeof fetch
  /** Build id of the page; without one the file is not cacheable and asked for with `no-cache` (C29). */
  buildId: string | null
  warn: (message: string, error: unknown) => void
}

/**
 * Loads the message file of a language once (C29). A failed fetch only warns (E5).
 * @throws LocaleError for an unknown language or an unreadable file (E4)
 */
export async function loadMessages(
  locale: Locale,
  { fetch, buildId, warn }: MessageFileOptions,
): Promise<void> {
  if (complete.has(locale)) return
  if (!locales.includes(locale)) throw new LocaleError(locale)
  let response: Response
  try {
    response = await fetch(messageFileAt(locale, buildId), {
      headers: buildId ? {} : { 'cache-control': 'no-cache' },
    })
    if (!response.ok) throw new Error(String(response.status))
  } catch (error) {
    warn(`Message file of ${locale} could not be loaded`, error)
    return
  }
  try {
    const messages = (await response.json()) as Messages | null
    if (!messages || typeof messages !== 'object') throw new TypeError('not an object')
    addMessages(locale, messages, true)
  } catch (cause) {
    throw new LocaleError(locale, { cause })
  }
}

export function messageFileAt(locale: Locale, buildId: string | null): string {
  return `/messages/${locale}/messages.json${buildId ? `?v=${encodeURIComponent(buildId)}` : ''}`
}

/** Loads the message file of this build; in development there is none. */
export function loadMessageFile(locale: Locale): Promise<void> {
  const buildId = document.documentElement.dataset['build'] ?? null
  return loadMessages(locale, { fetch, buildId, warn: console.warn })
}
