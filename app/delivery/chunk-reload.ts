import { pageMemory } from './session-storage.ts'

/** After a deploy an old page may ask for a file that is gone: one reload per path in this time (specification section 9). */
const reloadThrottleMs = 10_000

const key = 'shell.chunk-reload'

interface ReloadMemory {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
}

/**
 * Whether a failed chunk may reload the page now; remembered across the reload, per path.
 * @param now epoch milliseconds
 */
export function mayReload(path: string, now: number, memory: ReloadMemory): boolean {
  const reloads = remembered(memory)
  const last = reloads[path]
  if (typeof last === 'number' && now - last < reloadThrottleMs && now >= last) return false
  const recent = Object.entries(reloads).filter(([, at]) => now - at < reloadThrottleMs)
  memory.setItem(key, JSON.stringify({ ...Object.fromEntries(recent), [path]: now }))
  return true
}

declare global {
  interface Window {
    /** Asked by React Router's own reload, into which the build puts this question (vite.config.ts). */
    mayReloadForChunk?: () => boolean
  }
}

/** Puts the throttle where React Router and Vite ask for it. */
export function throttleChunkReloads(): void {
  window.mayReloadForChunk = () => mayReload(location.pathname, Date.now(), pageMemory())
  window.addEventListener('vite:preloadError', () => {
    if (window.mayReloadForChunk?.()) location.reload()
  })
}

function remembered(memory: ReloadMemory): Record<string, number> {
  try {
    return JSON.parse(memory.getItem(key) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
