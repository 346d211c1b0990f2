import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import type { GivenServices } from '../app/context.ts'
import type * as bundle from '../app/server.ts'
import type { Config } from '../platform/config.ts'
import type { Fetch } from '../platform/http/service.ts'
import type { Middleware } from '../platform/http/serve.ts'

/** The web site, built or in development. */
export interface Site {
  buildId: string
  /** Folder of the browser's files; null in development, where Vite serves them. */
  clientFolder: string | null
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

const built = new URL('../build/server/index.js', import.meta.url)

/** @throws Error when the site was not built (`npm start` does it) */
async function loadBuiltSite(): Promise<Site> {
  if (!existsSync(built)) throw new Error('The site is not built. Start with `npm start`, which builds it.')
  const site = (await import(built.href)) as typeof bundle
  return {
    buildId: site.assetsVersion,
    clientFolder: './build/client',
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
    clientFolder: null,
    middlewares: [vite.middlewares],
    create: (services) => async (request) => (await load()).createSite(services, 'development')(request),
    stylesheetHref: () => '/app/root.css',
    messageFiles: async () => (await load()).messageFiles,
  }
}
