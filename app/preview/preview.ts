import { createContext } from 'react-router'

/** Set by the loader of a page that an editor looks at, for the policy of its document. */
export const previewed = createContext(false)

/** Headers of what only editors may see. */
export const previewHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }
