import { useEffect } from 'react'
import { useNavigationTarget } from './navigation-state.ts'
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
    /** The build puts a call of it in place of React Router's own reload (`vite-plugins.ts`); false = it may not. */
    reloadForChunk?: () => boolean
  }
}

/** Installs the throttle for React Router and for Vite. */
export function throttleChunkReloads(): void {
  window.reloadForChunk = () => {
    const target = targetOfNavigation()
    const may = mayReload(target?.pathname ?? location.pathname, Date.now(), pageStorage())
    if (!may) return false
    if (target) location.assign(target.pathname + target.search + target.hash)
    else location.reload()
    return true
  }
  window.addEventListener('vite:preloadError', () => {
    if (optionalLoads === 0) window.reloadForChunk?.()
  })
}

let targetOfNavigation: ReturnType<typeof useNavigationTarget> = () => undefined

/** A file that is missing on the way to another page loads that page: where a click leads is not forgotten. */
export function useChunkReloads(): void {
  const target = useNavigationTarget()
  useEffect(() => {
    targetOfNavigation = target
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
