import { createContext } from 'react'

/** Id of the equipment that the story is about, in the workshop system; null on other pages. */
export const StoryResource = createContext<number | null>(null)

/** Id of the course that the story is about; null on other pages. */
export const StoryCourse = createContext<number | null>(null)
