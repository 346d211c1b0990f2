import { type ReactNode, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigate,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { servicesOf } from './context.ts'
import { frameScript } from './delivery/frame-script.ts'
import { LocaleContext, localeOf } from './i18n/locale.ts'
import { frameMessages } from './i18n/message-files.server.ts'
import { addMessages, LocaleError } from './i18n/messages.ts'
import { startSession } from './session/session.ts'
import { useIsBot } from './errors/bots.ts'
import { readMenus } from './frame/menus.ts'
import { PageFrame } from './frame/page-frame.tsx'
import { paper } from './frame/paper.ts'
import { useChunkReloads } from './delivery/chunk-reload.ts'
import { useDeployWatch } from './delivery/deploy-watch.ts'
import { useOfflineWorker } from './delivery/offline-worker.ts'
import { ErrorScreen, type ErrorScreenProps } from './errors/error-screen.tsx'
import headingFont from './ui/fonts/heading.woff2?url'
import textFont from './ui/fonts/text.woff2?url'
import * as paths from './paths.ts'
import './root.css'

/** Loads what every page needs: public configuration, messages of the frame, space and menus. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const locale = localeOf(url.pathname)
  const services = servicesOf(context)
  return {
    config: services.config,
    locale,
    messages: frameMessages(locale),
    space: await services.space(locale),
    menus: await readMenus(services, locale),
    address: (await services.labels(locale))['space-address'],
  }
}

/** The root's data change with the language only. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return localeOf(currentUrl.pathname) !== localeOf(nextUrl.pathname)
}

/** Passes on the headers of an error, such as `Retry-After` (503). */
export function headers({ errorHeaders }: Route.HeadersArgs): Headers {
  return errorHeaders ?? new Headers()
}

export function Layout({ children }: { children: ReactNode }) {
  const locale = localeOf(useLocation().pathname)
  const data = useRouteLoaderData<typeof loader>('root')
  if (data) addMessages(data.locale, data.messages)
  const matches = useMatches()
  const reports = data?.config.errorReports
  const isApp = matches.some(isScreen)
  const audiences = matches.map(
    ({ loaderData }) => (loaderData as { audience?: string } | undefined)?.audience,
  )
  return (
    <html
      lang={locale}
      data-audience={audiences.findLast(Boolean) || 'makerspace'}
      data-app={isApp || undefined}
      data-build={import.meta.env.DEV ? undefined : data?.config.buildId}
      data-error-reports={reports ? JSON.stringify(reports) : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {/* The page script selects one by the chosen theme. */}
        <meta name="theme-color" content={paper.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={paper.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/icons/apple-touch.png" />
        <link rel="manifest" href={paths.page(locale, 'manifest.webmanifest')} />
        {[headingFont, textFont].map((font) => (
          <link
            key={font}
            rel="preload"
            as="font"
            type="font/woff2"
            href={font}
            crossOrigin="anonymous"
            fetchPriority="low"
          />
        ))}
        {/* Only the server needs its text: it has run before hydration. */}
        <script
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? frameScript : '' }}
        />
        <Meta />
        <Links />
      </head>
      <body>
        <LocaleContext value={locale}>{children}</LocaleContext>
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root({ loaderData }: Route.ComponentProps) {
  useApp(loaderData.config)
  return <Outlet />
}

/** Starts what every page has once its code runs: on an error screen, too, the header says who is signed in. */
function useApp(config: Route.ComponentProps['loaderData']['config'] | undefined): void {
  const navigate = useNavigate()
  useChunkReloads()
  useDeployWatch(config?.buildId)
  useOfflineWorker(useMatches().some(isScreen))
  useEffect(() => {
    if (config) void startSession(config, (path) => void navigate(path, { replace: true }))
    // The session ignores a second start.
    document.documentElement.dataset['hydrated'] = ''
    dispatchEvent(new Event('werkbank:hydrated'))
  }, [config, navigate])
}

/** The error screen (E25, T20); bots get the status without it (T21). */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname, search } = useLocation()
  const frame = useRouteLoaderData<typeof loader>('root')
  useApp(frame?.config)
  if (useIsBot()) return null
  const status = isRouteErrorResponse(error) ? error.status : 500
  const { message, suggestions } = detailsOf(error)
  return (
    <PageFrame>
      <ErrorScreen
        statusCode={status}
        message={message}
        retryAt={status >= 500 ? pathname + search : null}
        suggestions={suggestions.length > 0 ? suggestions : (frame?.menus.main ?? [])}
        spaceName={frame?.space.name ?? ''}
      />
    </PageFrame>
  )
}

/** `handle` of a route module. */
export interface RouteHandle {
  /** The route is a screen of the app, which hydrates with the whole message file. */
  app?: boolean
}

function isScreen({ handle }: { handle: unknown }): boolean {
  return (handle as RouteHandle | undefined)?.app === true
}

/**
 * Returns the text for an error and the pages near a wrong address, as its loader stated them. An error that is not a
 * refusal has a neutral text, or that of a failed message file.
 */
function detailsOf(error: unknown): Pick<ErrorScreenProps, 'message' | 'suggestions'> {
  if (!isRouteErrorResponse(error)) {
    const message = error instanceof LocaleError ? error.message : 'Unerwarteter Fehler'
    return { message, suggestions: [] }
  }
  const data: unknown = error.data
  if (typeof data === 'string') return { message: data, suggestions: [] }
  return { message: null, suggestions: [], ...(data as Partial<ErrorScreenProps> | null) }
}
