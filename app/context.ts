import { createContext, type RouterContextProvider } from 'react-router'
import type { SiteBackendClient } from '../clients/site-backend.ts'
import type { ConnectorClient } from '../clients/connector.ts'
import type { ContentClient } from '../clients/content/content.ts'
import type { Locale } from './i18n/locale.ts'
import type { Search } from './search/search-index.ts'
import type { LabelMap } from './blocks/labels.ts'
import type { SpaceFrame } from './frame/space-frame.ts'

/** Configuration that the browser may know: addresses and public ids, never a secret. */
export interface PublicConfig {
  /** Origin without trailing slash. */
  publicUrl: string
  buildId: string
  demo: boolean
  /** Shows every block at `/dev/blocks`; never in production. */
  gallery: boolean
  /** The identity provider can send verification mails again (A10). */
  canResendVerification: boolean
  identity: { domain: string; clientId: string; audience: string; dpop: boolean }
  /** Base of the backend, `…/api`, and of the connector with its version. */
  backendUrl: string
  connectorUrl: string
  /** Where a page reports its errors, and the name of the environment; null = nowhere. */
  errorReports: { dsn: string; environment: string } | null
  /** Origin of the pages on which people pay; null = ours. */
  paymentOrigin: string | null
}

/** A signed-in member as the data routes see one. */
export interface SignedIn {
  memberId: number
}

/** Everything that server code of the site may use; the server composes it, loaders read it. */
export interface SiteServices {
  config: PublicConfig
  /** A content client; `draft` reads unpublished stories. */
  content: ContentClient
  /** Whether the content service's editor signed an address: then drafts may be shown. */
  isPreview(parameters: URLSearchParams): boolean
  /** Reads with the connector token of the site server; it never reaches a browser. */
  connector: ConnectorClient
  /** The same for one request that shows how old its data is. See `withAge`. */
  connectorWithAge(onStale: (ageSeconds: number) => void): ConnectorClient
  /** Calls that visitors trigger, with the site server's backend token. */
  backend: SiteBackendClient
  /**
   * The same for one visitor: rate limits count against the sender of their request.
   * @param signUp the token of their sign-up, where they have one
   */
  backendFor(visitor: Request, locale: Locale, signUp?: string | null): SiteBackendClient
  /**
   * Returns the text of an asset of the content service; null when there is none. Other hosts are never asked.
   * @throws Error while the content service is away
   */
  readAsset(url: string): Promise<string | null>
  /** Returns the member behind a request, null for a visitor. @throws Problem `unauthorized` for a bad token */
  signedIn(request: Request): Promise<SignedIn | null>
  /** The public facts about the space, in a language. */
  space(locale: Locale): Promise<SpaceFrame>
  /** The last known version of everything that a cached page is made from. */
  pagesVersion(): string
  /**
   * Label groups in a language, loaded when the app starts and again for new content (S5, S6).
   * @param onMissing called when a group could not be read
   */
  labels(locale: Locale, onMissing?: () => void): Promise<LabelMap>
  /** Renders the pictures of link previews. */
  pictures: {
    png(svg: string): Promise<Buffer>
    /** A person's photo as a small square JPEG without metadata, or why there is none. */
    photo(bytes: Uint8Array): Promise<{ jpeg: Buffer } | { fault: 'kind' | 'large' | 'broken' }>
    /** Text as outlines (SVG path data), broken into lines. */
    letters(
      text: string,
      box: { size: number; width: number; mostLines: number; lineHeight: number },
    ): Promise<{ path: string; lines: number }>
  }
  search: Search
  now(): Date
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** The part that the server composes; the site adds the rest (`server.ts`). */
export type GivenServices = Omit<SiteServices, 'labels' | 'search' | 'space'>

export const siteServices = createContext<SiteServices>()

/** Returns the services of a request, for loaders and middleware. */
export function servicesOf(context: Readonly<RouterContextProvider>): SiteServices {
  return context.get(siteServices)
}
