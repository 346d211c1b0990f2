import type de from './de.json'
import { type Locale, locales, useLocale } from './locale.ts'

export type MessageKey = keyof typeof de
export type Messages = Partial<Record<MessageKey, string>>
export type Translate = (key: MessageKey, params?: Record<string, string | number>) => string

const loaded = new Map<Locale, Messages>()
const complete = new Set<Locale>()

/**
 * Adds texts of a language. The server has all of them from the start; a page brings what its frame needs
 * (keys `site_*`), screens of the app load the message file.
 */
export function addMessages(locale: Locale, messages: Messages, whole = false): void {
  loaded.set(locale, { ...loaded.get(locale), ...messages })
  if (whole) complete.add(locale)
}

/** The text of a key with its `{name}` holes filled; a missing text shows its key, so that a gap is seen. */
export function translate(
  locale: Locale,
  key: MessageKey,
  params: Record<string, string | number> = {},
): string {
  const text = loaded.get(locale)?.[key] ?? key
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(params[name] ?? hole))
}

/** `t(key, params)` in the language of the page; always the same function, so that what depends on it stays. */
export function useTranslate(): Translate {
  return translates[useLocale()]
}

const translates: Record<Locale, Translate> = {
  de: (key, params) => translate('de', key, params),
  en: (key, params) => translate('en', key, params),
}

/** The texts of a language cannot be had (specification section 8). */
export class LocaleError extends Error {
  constructor(locale: string, options?: ErrorOptions) {
    super(`Failed loading locale (${locale})`, options)
    this.name = 'LocaleError'
  }
}

interface MessageFileOptions {
  fetch: typeof fetch
  /** Build id of the page; without one the file is not cacheable and asked for with `no-cache` (decision 21). */
  buildId: string | null
  warn: (message: string, error: unknown) => void
}

/**
 * Loads the message file of a language once (specification section 7).
 * A failed fetch is only a warning; an unknown language or an unreadable file throws `Failed loading locale ({code})`.
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
    addMessages(locale, (await response.json()) as Messages, true)
  } catch (cause) {
    throw new LocaleError(locale, { cause })
  }
}

/** Address of the message file of a language. */
export function messageFileAt(locale: Locale, buildId: string | null): string {
  return `/messages/${locale}/messages.json${buildId ? `?v=${encodeURIComponent(buildId)}` : ''}`
}

/** The message file of the build that this page belongs to; in development there is none. */
export function loadMessageFile(locale: Locale): Promise<void> {
  const buildId = document.documentElement.dataset['build'] ?? null
  return loadMessages(locale, { fetch, buildId, warn: console.warn })
}
