import { createContext } from 'react'

/** Id in workshop management of the machine that the story is about; null on other pages. */
export const StoryResource = createContext<number | null>(null)
