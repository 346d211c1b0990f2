import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** HTML of a content page's blocks, from the loader of a document request to its rendering. */
export const storyHtml = createContext('')

/** The same within React; empty in the browser, where the document already has the blocks. */
export const StoryHtmlContext = createReactContext('')
