import { createContext as createReactContext } from 'react'
import { createContext } from 'react-router'

/** The blocks of the page that a document request is about: from its loader to its drawing. */
export const storyHtml = createContext('')

/** The same within React; empty in the browser, where the document holds them. */
export const StoryHtmlContext = createReactContext('')
