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
const asked = new Set<string>()
let tree: RouteObject[] | null = null

/** Fetches the modules of the screen at a path without running them (K4). */
export function preloadRoute(path: string): void {
  const modules = modulesOf(path).filter((module) => !asked.has(module))
  if (modules.length === 0) return
  for (const module of modules) asked.add(module)
  enqueue(() => Promise.all(modules.map(preloadModule)))
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
  return new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href })
    for (const end of ['load', 'error']) link.addEventListener(end, () => resolve())
    document.head.append(link)
  })
}

/** Runs tasks in order, `max` at a time. A failed preload is ignored: the navigation itself reports the failure. */
export function createPreloadQueue(max = limit) {
  const waiting: (() => Promise<unknown>)[] = []
  let running = 0

  function next(): void {
    const task = running < max && waiting.shift()
    if (!task) return
    running++
    void task()
      .catch(() => {})
      .finally(() => {
        running--
        next()
      })
    next()
  }

  return (task: () => Promise<unknown>): void => {
    waiting.push(task)
    next()
  }
}
