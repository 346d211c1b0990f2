import { type LabelGroup, labelGroups, type Labels } from '../../contracts/label.ts'
import { type Locale, locales } from '../i18n/locale.ts'

/** All label groups of one language. */
export type LabelMap = Record<LabelGroup, Labels>

interface LabelStoreOptions {
  /**
   * @param onMissing called when the group could not be read
   * @throws Error '[Storyblok] Missing locale or token'
   */
  load: (group: LabelGroup, locale: Locale, onMissing: () => void) => Promise<Labels>
  /** Takes an error of loading: labels never stop the app (S6). */
  capture: (error: unknown) => void
  now: () => Date
}

interface Kept {
  groups: LabelMap
  /** Whether a group could not be read. */
  isMissing: boolean
  /** The loaded flag per group. An empty map may be a failed one (E23), so that its group is not loaded. */
  loaded: Set<LabelGroup>
  /** Epoch milliseconds before which an unloaded group is not tried again. */
  retryAt: number
}

const retryMs = 30_000

/** Language where none is known (S6). */
const defaultLocale: Locale = 'en'

/**
 * Returns a function that loads the labels of a language group by group, in the order of `labelGroups`. A group is
 * loaded once, with a loaded flag per group and language, and again only for a forced refresh (S5, S6).
 */
function createLabelStore({ load, capture, now }: LabelStoreOptions) {
  const languages = new Map<Locale, Kept>()
  const last = new Map<Locale, Promise<Kept>>()

  async function fill(locale: Locale, refresh: boolean): Promise<Kept> {
    const kept = languages.get(locale) ?? { groups: empty, isMissing: false, loaded: new Set(), retryAt: 0 }
    languages.set(locale, kept)
    if (refresh) kept.loaded.clear()
    else if (now().getTime() < kept.retryAt) return kept
    kept.isMissing = false
    const onMissing = () => {
      kept.isMissing = true
    }
    try {
      for (const group of labelGroups.filter((group) => !kept.loaded.has(group))) {
        const labels = await load(group, locale, onMissing)
        kept.groups = { ...kept.groups, [group]: labels }
        if (Object.keys(labels).length > 0) kept.loaded.add(group)
      }
    } catch (error) {
      capture(error)
    }
    kept.retryAt = now().getTime() + retryMs
    return kept
  }

  /** Loads of one language follow each other: the second one finds what the first one has loaded. */
  return (locale: Locale, { refresh = false } = {}): Promise<Kept> => {
    const filled = (last.get(locale) ?? Promise.resolve()).then(() => fill(locale, refresh))
    last.set(locale, filled)
    return filled
  }
}

interface SiteLabelsOptions extends LabelStoreOptions {
  /** Changes with the content. */
  version: () => Promise<number>
}

/**
 * Returns the labels of the site and begins to load them, because the app starts: no page is known then, so the default
 * language comes first (S6). A new version of the content, as after a publish webhook, forces a refresh (S5), for which
 * the pages of that version wait. The returned function never rejects.
 */
export function createSiteLabels({ version, ...options }: SiteLabelsOptions) {
  const store = createLabelStore(options)
  const versions = new Map<Locale, number>()

  async function labels(locale: Locale = defaultLocale, onMissing?: () => void): Promise<LabelMap> {
    let refresh = false
    try {
      const current = await version()
      refresh = versions.get(locale) !== current
      versions.set(locale, current)
    } catch (error) {
      options.capture(error)
    }
    const { groups, isMissing } = await store(locale, { refresh })
    if (isMissing) onMissing?.()
    return groups
  }

  async function start(): Promise<void> {
    await labels()
    for (const locale of locales) await labels(locale)
  }

  void start()
  return labels
}

const empty: LabelMap = { 'machine-types': {}, 'workshop-grade': {}, 'space-address': {} }
