import { existsSync, readFileSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { GivenServices } from '../app/context.ts'
import type * as bundle from '../app/server.ts'
import type { Config } from '../platform/config.ts'
import type { Fetch } from '../platform/http/service.ts'
import type { Middleware } from '../platform/http/serve.ts'

/** The web site, built or in development. */
export interface Site {
  buildId: string
  /** Folders of the browser's files, this build's first, then former ones; empty in development: Vite serves them. */
  clientFolders: string[]
  middlewares: Middleware[]
  create(services: GivenServices): Fetch
  stylesheetHref(): string
  messageFiles(): Promise<Record<string, object>>
}

/** Loads the site where this process needs it: to serve pages, or for the style sheet of identity's pages. */
export function loadSite(config: Config, server: Server, development: boolean): Promise<Site> | null {
  if (!config.serve.has('site') && !config.serve.has('identity')) return null
  return development ? loadDevelopmentSite(server) : loadBuiltSite()
}

const root = fileURLToPath(new URL('../build', import.meta.url))

/** Folders of this build and of the former ones, newest first, as `run.mjs` lists them. */
export function buildFolders(): string[] {
  const list = join(root, 'folders')
  return existsSync(list)
    ? readFileSync(list, 'utf8')
        .split('\n')
        .map((name) => join(root, name))
    : []
}

/** @throws Error when the site was not built (`npm start` does it) */
async function loadBuiltSite(): Promise<Site> {
  const folders = buildFolders()
  if (!folders[0]) throw new Error('The site is not built. Start with `npm start`, which builds it.')
  const site = (await import(pathToFileURL(join(folders[0], 'server/index.js')).href)) as typeof bundle
  return {
    buildId: site.assetsVersion,
    clientFolders: folders.map((folder) => join(folder, 'client')),
    middlewares: [],
    create: (services) => site.createSite(services, 'production'),
    stylesheetHref: site.stylesheetHref,
    messageFiles: () => Promise.resolve(site.messageFiles),
  }
}

/** Loads the site through Vite with hot reload; `server` carries Vite's web socket. */
async function loadDevelopmentSite(server: Server): Promise<Site> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true, hmr: { server } }, appType: 'custom' })
  const load = () => vite.ssrLoadModule('./app/server.ts') as Promise<typeof bundle>
  return {
    buildId: 'development',
    clientFolders: [],
    middlewares: [vite.middlewares],
    create: (services) => {
      let made: { of: typeof bundle; fetch: Fetch } | null = null
      return async (request) => {
        const module = await load()
        // A changed module starts the app again.
        if (made?.of !== module) made = { of: module, fetch: module.createSite(services, 'development') }
        return made.fetch(request)
      }
    },
    stylesheetHref: () => '/app/root.css',
    messageFiles: async () => (await load()).messageFiles,
  }
}
