import { createContext, type RouterContextProvider } from 'react-router'
import type { BackendClient } from '../clients/backend.ts'
import type { ConnectorClient } from '../clients/connector.ts'
import type { ContentClient } from '../clients/content/content.ts'
import type { Locale } from './i18n/locale.ts'
import type { Search } from './search/search-index.ts'
import type { LabelMap } from './blocks/labels.ts'
import type { SpaceFrame } from './frame/space-frame.ts'

/** What the browser may know of the installation: addresses and public ids, never a secret. */
export interface PublicConfig {
  /** Origin without trailing slash. */
  publicUrl: string
  buildId: string
  demo: boolean
  /** Shows every block at `/dev/blocks`; never in production. */
  gallery: boolean
  /** The identity provider can send verification mails again (`decisions.md` 16). */
  canResendVerification: boolean
  identity: { domain: string; clientId: string; audience: string; dpop: boolean }
  /** Base of the backend, `…/api`, and of the connector with its version. */
  backendUrl: string
  connectorUrl: string
}

/** A signed-in member as the data routes see one. */
export interface SignedIn {
  memberId: number
}

/** Everything the site's server code may use; `main.ts` makes it, loaders read it. */
export interface SiteServices {
  config: PublicConfig
  /** A content client; `draft` reads unpublished stories. */
  content: ContentClient
  /** Whether an address was signed by the content service's editor: then drafts may be shown. */
  isPreview(parameters: URLSearchParams): boolean
  /** Reads with the connector token of the site server; it never reaches a browser. */
  connector: ConnectorClient
  /** The same, for one request that shows how old its answers are. See `withAge`. */
  connectorWithAge(onKept: (ageSeconds: number) => void): ConnectorClient
  /** What visitors trigger, with the site server's backend token. */
  backend: BackendClient
  /** The text of an asset of the content service; null when it cannot be had. Other hosts are never asked. */
  readAsset(url: string): Promise<string | null>
  /** The member behind a request, null for a visitor. @throws Problem `unauthorized` for a bad token */
  signedIn(request: Request): Promise<SignedIn | null>
  /** What everybody may know of the space, in a language. */
  space(locale: Locale): Promise<SpaceFrame>
  /** The last known version of all that a kept page is made from. */
  pagesVersion(): string
  /** Label groups in a language, loaded once per content version. */
  labels(locale: Locale): Promise<LabelMap>
  /** Draws pictures for those who share a page. */
  pictures: {
    png(svg: string): Promise<Buffer>
    /** Text as outlines (SVG path data), broken into lines. */
    letters(
      text: string,
      box: { size: number; width: number; mostLines: number; lineHeight: number },
    ): Promise<{ path: string; lines: number }>
  }
  /** The search over what is published. */
  search: Search
  now(): Date
  log: { warn(details: object, message: string): void; error(details: object, message: string): void }
}

/** What the site makes of the others by itself (`server.ts`). */
export type GivenServices = Omit<SiteServices, 'labels' | 'search' | 'space'>

export const siteServices = createContext<SiteServices>()

/** The services of a request's context, as loaders and middleware take them. */
export function servicesOf(context: Readonly<RouterContextProvider>): SiteServices {
  return context.get(siteServices)
}
