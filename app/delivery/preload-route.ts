import { matchRoutes, type RouteObject } from 'react-router'

/** A route in React Router's browser manifest. */
interface ManifestRoute {
  id: string
  parentId?: string
  path?: string
  index?: boolean
  module: string
  imports?: string[]
}

/** Most route preloads at once (K4). */
const limit = 4

const enqueue = createPreloadQueue()
const preloaded = new Set<string>()
let tree: RouteObject[] | null = null

/** Fetches the modules of the screen at a path without running them (K4). */
export function preloadRoute(path: string): void {
  const modules = modulesOf(path).filter((module) => !preloaded.has(module))
  if (modules.length === 0) return
  enqueue(path, () => Promise.all(modules.map(preloadModule)))
}

function modulesOf(path: string): string[] {
  const routes = manifest()
  tree ??= childrenOf(undefined, routes)
  const matches = matchRoutes(tree, new URL(path, location.origin).pathname) ?? []
  return matches.flatMap(({ route }) => {
    const known = routes[route.id ?? '']
    return known ? [known.module, ...(known.imports ?? [])] : []
  })
}

function manifest(): Record<string, ManifestRoute> {
  const { __reactRouterManifest: known } = window as {
    __reactRouterManifest?: { routes: Record<string, ManifestRoute> }
  }
  return known?.routes ?? {}
}

function childrenOf(parentId: string | undefined, routes: Record<string, ManifestRoute>): RouteObject[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index }) =>
      index ? { id, index } : { id, ...(path !== undefined && { path }), children: childrenOf(id, routes) },
    )
}

function preloadModule(href: string): Promise<void> {
  preloaded.add(href)
  return new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'modulepreload'
    link.href = href
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => resolve())
    document.head.append(link)
  })
}

/**
 * Runs tasks in order, `max` at a time; a key that waits or runs is not queued again. A failed preload is ignored: the
 * navigation itself reports the failure.
 */
export function createPreloadQueue(max = limit) {
  const waiting: { key: string; task: () => Promise<unknown> }[] = []
  const known = new Set<string>()
  let running = 0

  function next(): void {
    const job = running < max ? waiting.shift() : undefined
    if (!job) return
    running++
    void job
      .task()
      .catch(() => {})
      .finally(() => {
        running--
        known.delete(job.key)
        next()
      })
    next()
  }

  return (key: string, task: () => Promise<unknown>): void => {
    if (known.has(key)) return
    known.add(key)
    waiting.push({ key, task })
    next()
  }
}
