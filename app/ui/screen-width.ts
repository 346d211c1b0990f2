import { useSyncExternalStore } from 'react'

/** Breakpoints of the specification's section 9, in px. */
export const breakpoints = { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 } as const

/** What the server takes the screen to be (specification section 9). */
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
