import { useSyncExternalStore } from 'react'

/** Breakpoints in px (K13). */
export const breakpoints = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const

/** Width for which the server renders, in px (K13). */
export const serverScreenWidth = 1024

/** The width of the window in px; 1024 while the server renders. */
export function useScreenWidth(): number {
  return useSyncExternalStore(
    subscribe,
    () => window.innerWidth,
    () => serverScreenWidth,
  )
}

function subscribe(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}
