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
  groups: Partial<LabelMap>
  /** Epoch milliseconds after which empty groups are loaded again: an empty group may be a failed one. */
  retryAt: number
}

const retryMs = 30_000

/** Language where none is known (S6). */
const defaultLocale: Locale = 'en'

/**
 * Returns a function that loads labels per language and content version, with a loaded flag per group: once,
 * `machine-types` before `workshop-grade`, and again only for a forced refresh or new content (S5, S6).
 */
export function createLabelStore({ load, version, capture, now }: LabelStoreOptions) {
  const loaded = new Map<Locale, Loaded>()
  const running = new Map<Locale, Promise<LabelMap>>()

  async function fill(locale: Locale, refresh: boolean): Promise<LabelMap> {
    try {
      const current = await version()
      const known = loaded.get(locale)
      const usable = known?.version === current && !refresh ? known : null
      const retry = now().getTime() >= (usable?.retryAt ?? 0)
      const groups: Partial<LabelMap> = {}
      for (const group of labelGroups) {
        const labels = usable?.groups[group]
        groups[group] = labels && !(retry && isEmpty(labels)) ? labels : await load(group, locale)
      }
      loaded.set(locale, {
        version: current,
        groups,
        retryAt: usable && !retry ? usable.retryAt : now().getTime() + retryMs,
      })
    } catch (error) {
      capture(error)
    }
    return { ...empty, ...loaded.get(locale)?.groups }
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

const empty: LabelMap = { 'machine-types': {}, 'workshop-grade': {} }

function isEmpty(labels: Labels): boolean {
  return Object.keys(labels).length === 0
}
