import { createContext } from 'react'

/** Id in workshop management of the machine that the story is about; null on other pages. */
export const StoryResource = createContext<number | null>(null)

/** Id of the course that the story is about; null on other pages. */
export const StoryCourse = createContext<number | null>(null)
