import { pageStorage } from './session-storage.ts'

/** After a deploy an old page may ask for a file that is gone. It reloads once per path in this time (K8). */
const reloadThrottleMs = 10_000

const key = 'shell.chunk-reload'

type ReloadStorage = Pick<Storage, 'getItem' | 'setItem'>

/**
 * Whether a failed chunk may reload the page now; stored per path, so that it outlasts the reload.
 * @param now epoch milliseconds
 */
export function mayReload(path: string, now: number, storage: ReloadStorage): boolean {
  const reloads = storedReloads(storage)
  const last = reloads[path]
  if (typeof last === 'number' && now - last < reloadThrottleMs && now >= last) return false
  const recent = Object.entries(reloads).filter(([, at]) => now - at < reloadThrottleMs)
  storage.setItem(key, JSON.stringify({ ...Object.fromEntries(recent), [path]: now }))
  return true
}

declare global {
  interface Window {
    /** The build puts a call of it in front of React Router's own reload (`vite-plugins.ts`). */
    mayReloadForChunk?: () => boolean
  }
}

/** Installs the throttle for React Router and for Vite. */
export function throttleChunkReloads(): void {
  window.mayReloadForChunk = () => mayReload(location.pathname, Date.now(), pageStorage())
  window.addEventListener('vite:preloadError', () => {
    if (optionalLoads === 0 && window.mayReloadForChunk?.()) location.reload()
  })
}

let optionalLoads = 0

/** Loads code that the page can do without: where that fails, the page is not loaded again. */
export async function loadOptional<T>(load: () => Promise<T>): Promise<T> {
  optionalLoads++
  try {
    return await load()
  } finally {
    optionalLoads--
  }
}

function storedReloads(storage: ReloadStorage): Record<string, number> {
  try {
    return JSON.parse(storage.getItem(key) ?? '{}') as Record<string, number>
  } catch {
    return {}
  }
}
