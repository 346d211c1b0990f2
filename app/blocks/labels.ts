import { type LabelGroup, labelGroups, type Labels } from '../../contracts/label.ts'
import type { Locale } from '../i18n/locale.ts'

/** All label groups of one language. */
export type LabelMap = Record<LabelGroup, Labels>

interface LabelStoreOptions {
  /** @throws Error '[Storyblok] Missing locale or token' */
  load: (group: LabelGroup, locale: Locale) => Promise<Labels>
  /** Changes with the content; labels of an older version are loaded again. */
  version: () => Promise<number>
  /** Takes an error of loading: labels never stop the app (S6). */
  capture: (error: unknown) => void
  now: () => Date
}

interface Loaded {
  version: number
  groups: LabelMap
  /** Epoch milliseconds after which empty groups are loaded again: an empty group may be a failed one. */
  retryAt: number
}

const retryMs = 30_000

/** Language where none is known (S6). */
const defaultLocale: Locale = 'en'

/**
 * Returns a function that loads labels per language and content version, with a loaded flag per group: once,
 * in the order of `labelGroups`, and again only for a forced refresh or new content (S5, S6).
 */
export function createLabelStore({ load, version, capture, now }: LabelStoreOptions) {
  const loaded = new Map<Locale, Loaded>()
  const running = new Map<Locale, Promise<LabelMap>>()

  async function fill(locale: Locale, refresh: boolean): Promise<LabelMap> {
    const last = loaded.get(locale)
    try {
      const current = await version()
      const known = last?.version === current && !refresh ? last : null
      if (known && now().getTime() < known.retryAt) return known.groups
      const groups = { ...(known?.groups ?? empty) }
      for (const group of labelGroups) {
        if (Object.keys(groups[group]).length === 0) groups[group] = await load(group, locale)
      }
      loaded.set(locale, { version: current, groups, retryAt: now().getTime() + retryMs })
      return groups
    } catch (error) {
      capture(error)
      return last?.groups ?? empty
    }
  }

  /** Parallel calls for one language share one load. */
  return (locale: Locale = defaultLocale, { refresh = false } = {}): Promise<LabelMap> => {
    const waiting = running.get(locale)
    if (waiting && !refresh) return waiting
    const filling = fill(locale, refresh).finally(() => running.delete(locale))
    running.set(locale, filling)
    return filling
  }
}

const empty: LabelMap = { 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} }
