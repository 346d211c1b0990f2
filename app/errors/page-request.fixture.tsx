import type { ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import {
  createRequestHandler,
  Outlet,
  RouterContextProvider,
  type ServerBuild,
  ServerRouter,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
  useLocation,
} from 'react-router'
import { siteServices, type SiteServices } from '../context.ts'
import { LocaleContext, localeOf } from '../i18n/locale.ts'
import '../i18n/message-files.server.ts'
import { ErrorBoundary, headers } from '../root.tsx'

/** Answers a document request as the site does: one route below the root's error screen. */
export async function askPage(path: string, pattern: string, module: object, services: object) {
  const logged: unknown[] = []
  const routes = {
    root: {
      id: 'root',
      path: '',
      module: { default: Outlet, ErrorBoundary: withErrorBoundaryProps(ErrorBoundary), headers, Layout },
    },
    page: { id: 'page', parentId: 'root', path: pattern, module },
  }
  const assetsOf = ({ id, path: at }: { id: string; path: string }) => ({
    id,
    path: at,
    module: '',
    imports: [],
  })
  const build = {
    routes,
    entry: {
      module: {
        default: (request: Request, status: number, headers: Headers, context: never) =>
          new Response(renderToString(<ServerRouter context={context} url={request.url} />), {
            status,
            headers,
          }),
        handleError: (error: unknown) => logged.push(error),
      },
    },
    assets: {
      entry: { imports: [], module: '' },
      routes: { root: assetsOf(routes.root), page: assetsOf(routes.page) },
      url: '',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  } as unknown as ServerBuild
  const context = new RouterContextProvider()
  const log = { warn: () => {}, error: (details: object) => void logged.push(details) }
  context.set(siteServices, { log, ...services } as unknown as SiteServices)
  const handle = createRequestHandler(build, 'production')
  const response = await handle(new Request(new URL(path, 'https://halle9.example')), context)
  return { response, logged, text: await response.text() }
}

function Layout({ children }: { children: ReactNode }) {
  const locale = localeOf(useLocation().pathname)
  return (
    <html lang={locale}>
      <body>
        <LocaleContext value={locale}>{children}</LocaleContext>
      </body>
    </html>
  )
}
