import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import type { ContentClient } from '../../clients/content/content.ts'
import type { Locale } from '../i18n/locale.ts'
import { type SearchDocument, type SearchedContent, searchDocuments } from './documents.ts'
import { fold, partsOf } from './fold.ts'
import { isStopWord, withoutStopWords } from './search-words.ts'

export type SearchHit = Pick<SearchDocument, 'href' | 'kind' | 'title' | 'summary'>

interface Index {
  version: number
  search: Promise<MiniSearch<SearchDocument>>
}

const most = 20

/** A hit is left out when its score is below this part of the best one. */
const weakest = 0.22

/**
 * Creates the search over all published content, indexed once per language and content version.
 * @throws ContentUnavailable by each function, when the content was never loaded
 */
export function createSearch(services: { content: SearchedContent & Pick<ContentClient, 'version'> }) {
  const indexes = new Map<Locale, Index>()

  async function indexOf(locale: Locale): Promise<MiniSearch<SearchDocument>> {
    const version = await services.content.version()
    const known = indexes.get(locale)
    if (known?.version === version) return known.search
    const search = searchDocuments(services, locale).then((documents) => indexed(documents, locale))
    indexes.set(locale, { version, search })
    search.catch(() => indexes.delete(locale))
    return search
  }

  return {
    /** Returns at most 20 hits, best first, without weak ones. Words may be incomplete or mistyped. */
    async hits(query: string, locale: Locale): Promise<SearchHit[]> {
      const index = await indexOf(locale)
      return firstFound(index, withoutStopWords(wordsOf(query)))
        .slice(0, most)
        .map(hitOf)
    },
    /** Returns pages that a wrong address may have meant. */
    async near(path: string, locale: Locale): Promise<SearchHit[]> {
      const index = await indexOf(locale)
      const bare = path.slice(0, longestPath).replace(/^\/en(?=\/|$)|\.\w{2,4}$/g, '')
      const parts = bare.split('/').filter(Boolean).slice(0, mostParts)
      // The last part of an address says most.
      const found = parts.toReversed().flatMap((part) => nearPart(index, part))
      return [...new Map(found.map((hit) => [hit.href, hit])).values()].slice(0, 4)
    },
  }
}

/** How much of a wrong address is searched: a mistyped word takes milliseconds. */
const longestPath = 100
const mostParts = 8

function nearPart(index: MiniSearch<SearchDocument>, part: string): SearchHit[] {
  // One or two letters begin too many words.
  const words = wordsOf(part).filter((word) => !isStopWord(word) && !/^\p{L}{1,2}$/u.test(word))
  const found = firstFound(index, words, ['title', 'words', 'parts'], ['AND'])
  return found.filter(({ kind }) => kind !== 'faq').map(hitOf)
}

const fields = ['title', 'words', 'summary', 'text', 'parts']

/** So many hits end the search for mistyped words. */
const enough = 3

/**
 * Returns the results of the first attempts that have some: the words as they are, then more and more mistyped; pages
 * with every word, otherwise with any. A mistyped word finds what its correct spelling finds.
 */
function firstFound(
  index: MiniSearch<SearchDocument>,
  words: string[],
  within = fields,
  combinations: ('AND' | 'OR')[] = ['AND', 'OR'],
): SearchResult[] {
  for (const combineWith of combinations) {
    const found = new Map<unknown, SearchResult>()
    for (const attempt of [
      { queries: words },
      { queries: words.map(withSwappedLetters) },
      { queries: words, fuzzy: edits(1) },
      { queries: words, fuzzy: edits(2) },
    ]) {
      const [best, ...others] = index.search({ combineWith, fields: within, ...attempt })
      const hits = !best
        ? []
        : attempt.fuzzy
          ? index.search({ combineWith, fields: within, queries: spelled(words, best.terms) })
          : [best, ...others]
      for (const hit of strong(hits)) if (!found.has(hit.id)) found.set(hit.id, hit)
      if (found.size >= enough) break
    }
    if (found.size > 0) return [...found.values()]
  }
  return []
}

/** Returns each word as the best hit spells it. @param terms what that hit was found by, folded */
function spelled(words: string[], terms: string[]): string[] {
  return words.map((word) => {
    const folded = fold(word)
    return terms.toSorted((one, other) => distance(folded, one) - distance(folded, other))[0] ?? word
  })
}

/** How many letters are added, left out or replaced between two words. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (let to = 1; to <= other.length; to++)
      next.push(
        Math.min(
          (row[to] ?? 0) + 1,
          (next[to - 1] ?? 0) + 1,
          (row[to - 1] ?? 0) + (letter === other[to - 1] ? 0 : 1),
        ),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** The word or one with two neighbouring letters swapped. */
function withSwappedLetters(word: string): Query {
  const letters = [...word]
  const swapped = letters
    .slice(1)
    .map((letter, at) => [...letters.slice(0, at), letter, letters[at], ...letters.slice(at + 2)].join(''))
  return { combineWith: 'OR', prefix: false, queries: [word, ...swapped] }
}

/** How many letters of a word may be wrong; a short word is similar to too many others. */
const edits = (most: number) => (term: string) => (term.length < 4 ? false : term.length < 7 ? 1 : most)

/** Leaves weak hits out; a page whose title has the only word is none. */
function strong(found: SearchResult[]): SearchResult[] {
  const [best] = found
  return found.filter(
    ({ score, match, queryTerms }) =>
      score >= (best?.score ?? 0) * weakest ||
      (queryTerms.length === 1 &&
        Object.values(match).some((within) => within.includes('title') || within.includes('parts'))),
  )
}

function hitOf({ href, kind, title, summary }: SearchResult): SearchHit {
  return { href, kind, title, summary }
}

export type Search = ReturnType<typeof createSearch>

/** At most 8 words of the first 100 characters: a fuzzy search takes milliseconds for each word. */
function wordsOf(text: string): string[] {
  return (text.slice(0, 100).match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 8)
}

/** Parts are of German words only: it joins words, and a part is similar to many a mistyped English word. */
function indexed(documents: SearchDocument[], locale: Locale): MiniSearch<SearchDocument> {
  const index = new MiniSearch<SearchDocument>({
    idField: 'href',
    fields,
    extractField: (document, field) =>
      field === 'parts' ? (locale === 'de' ? document.title : '') : document[field as keyof SearchDocument],
    storeFields: ['href', 'kind', 'title', 'summary'],
    processTerm: (term, field) => (field === 'parts' ? partsOf(term) : fold(term)),
    searchOptions: {
      processTerm: fold,
      boost: { title: 4, words: 8, summary: 2, parts: 2 },
      boostDocument: (_, __, stored) => (stored?.['kind'] === 'faq' ? 0.7 : 1),
      prefix: (term) => term.length >= 2,
      weights: { fuzzy: 0.3, prefix: 0.375 },
    },
  })
  const once = new Map(documents.map((document) => [document.href, document]))
  index.addAll([...once.values()])
  return index
}
