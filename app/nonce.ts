import { createContext } from 'react'

/** The nonce of the page's content policy; empty in the browser, where it is not readable. */
export const NonceContext = createContext('')
