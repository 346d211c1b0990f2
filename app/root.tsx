import { type ReactNode, useContext } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useMatches,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { servicesOf } from './context.ts'
import { localeOf, useLocale } from './i18n/locale.ts'
import { frameMessages } from './i18n/message-files.server.ts'
import { addMessages } from './i18n/messages.ts'
import { NonceContext } from './nonce.ts'
import { ErrorScreen } from './ui/error-screen.tsx'
import { frameScript } from './frame-script.ts'
import './ui/tokens.css'

/** What every page knows: public configuration and the texts of its frame. */
export function loader({ request, context }: Route.LoaderArgs) {
  const locale = localeOf(new URL(request.url).pathname)
  return { config: servicesOf(context).config, locale, messages: frameMessages(locale) }
}

/** The frame's texts change with the language only. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean {
  return localeOf(currentUrl.pathname) !== localeOf(nextUrl.pathname)
}

export function Layout({ children }: { children: ReactNode }) {
  const locale = useLocale()
  const nonce = useContext(NonceContext)
  const data = useRouteLoaderData<typeof loader>('root')
  if (data) addMessages(data.locale, data.messages)
  const audience = useAudience()
  const isApp = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.app)
  return (
    <html lang={locale} data-audience={audience} data-app={isApp || undefined} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: frameScript }} />
        <Meta />
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  const message = isRouteErrorResponse(error) ? messageOf(error.data) : null
  return <ErrorScreen statusCode={status} message={message} />
}

/** What a route module may say of itself in `handle`. */
export interface RouteHandle {
  /** A screen of the member app: it needs the whole message file before it hydrates. */
  app?: boolean
}

function messageOf(data: unknown): string | null {
  if (typeof data === 'string') return data
  if (data && typeof data === 'object' && 'message' in data) return String(data.message)
  return null
}

function useAudience(): string {
  const audiences = useMatches().map(
    ({ loaderData }) => (loaderData as { audience?: string } | undefined)?.audience,
  )
  return audiences.findLast(Boolean) || 'makerspace'
}
