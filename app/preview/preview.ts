import { createContext } from 'react-router'

/** Whether an editor looks at the page; its loader sets it, and the content policy of the document reads it. */
export const previewed = createContext(false)

/** Headers of a page that only editors may see. */
export const previewHeaders = { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' }
