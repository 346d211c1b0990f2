import MiniSearch, { type SearchResult } from 'minisearch'
import type { ContentClient } from '../../clients/content/content.ts'
import type { Locale } from '../i18n/locale.ts'
import { type SearchDocument, searchDocuments } from './documents.ts'
import { fold, foldWithParts } from './fold.ts'

export type SearchHit = Pick<SearchDocument, 'href' | 'kind' | 'title' | 'summary'>

interface Index {
  version: number
  search: Promise<MiniSearch<SearchDocument>>
}

const most = 20

/**
 * Creates the search over all published content, indexed once per language and content version.
 * @throws ContentUnavailable by each function, when the content was never loaded
 */
export function createSearch(services: { content: Pick<ContentClient, 'storiesOfType' | 'version'> }) {
  const indexes = new Map<Locale, Index>()

  async function indexOf(locale: Locale): Promise<MiniSearch<SearchDocument>> {
    const version = await services.content.version()
    const known = indexes.get(locale)
    if (known?.version === version) return known.search
    const search = searchDocuments(services, locale).then(indexed)
    indexes.set(locale, { version, search })
    search.catch(() => indexes.delete(locale))
    return search
  }

  return {
    /**
     * Returns at most 20 hits, best first: pages with every word, otherwise with any. Words may be incomplete or
     * mistyped.
     */
    async hits(query: string, locale: Locale): Promise<SearchHit[]> {
      const index = await indexOf(locale)
      const all = index.search(query, { combineWith: 'AND' })
      const found = all.length > 0 ? all : index.search(query)
      return found.slice(0, most).map(hitOf)
    },
    /** Returns pages that a wrong address may have meant. */
    async near(path: string, locale: Locale): Promise<SearchHit[]> {
      const words = wordsOf(path.replace(/^\/en(?=\/|$)/, ''))
      const index = await indexOf(locale)
      const found = index.search(words, { fields: ['title'], filter: ({ kind }) => kind !== 'faq' })
      return found.slice(0, 4).map(hitOf)
    },
  }
}

function hitOf({ href, kind, title, summary }: SearchResult): SearchHit {
  return { href, kind, title, summary }
}

export type Search = ReturnType<typeof createSearch>

/** At most 8 words of the first 100 characters: a fuzzy search takes milliseconds for each word. */
function wordsOf(path: string): string {
  const words = path.slice(0, 100).match(/[\p{L}\p{N}]+/gu) ?? []
  return words.slice(0, 8).join(' ')
}

function indexed(documents: SearchDocument[]): MiniSearch<SearchDocument> {
  const index = new MiniSearch<SearchDocument>({
    idField: 'href',
    fields: ['title', 'summary', 'text'],
    storeFields: ['href', 'kind', 'title', 'summary'],
    processTerm: (term, field) => (field === 'title' ? foldWithParts(term) : fold(term)),
    searchOptions: {
      processTerm: fold,
      boost: { title: 4, summary: 2 },
      boostDocument: (_, __, stored) => (stored?.['kind'] === 'faq' ? 0.7 : 1),
      prefix: (term) => term.length >= 2,
      // Two swapped letters count as two edits.
      fuzzy: (term) => (term.length < 4 ? false : term.length < 5 ? 1 : 2),
      // Keeps a rare word of similar spelling below a frequent one that is meant.
      weights: { fuzzy: 0.05, prefix: 0.375 },
    },
  })
  const once = new Map(documents.map((document) => [document.href, document]))
  index.addAll([...once.values()])
  return index
}
