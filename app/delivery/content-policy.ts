import { createHash } from 'node:crypto'
import type { PublicConfig } from '../context.ts'
import { parted } from './document.ts'

/** Vite's own styles and web socket need more, in development only. */
const development = import.meta.env.DEV
  ? { style: ` 'unsafe-inline'`, connect: ' ws:' }
  : { style: '', connect: '' }

/** Pages whose forms may lead to the payment provider: browsers apply form-action to the redirects of a form. */
const leadsToPayment = /^(\/en)?\/(course-place|onboarding|team|me)\//i

/**
 * Returns the content policy of a page. It allows the page's own inline scripts and styles by their hashes (which a
 * cached page can carry as well) and requests to the configured hosts only.
 */
export function contentPolicy(
  html: string,
  config: PublicConfig,
  { isPreview = false, pathname = '/' }: { isPreview?: boolean; pathname?: string } = {},
): string {
  const { identity, backendUrl, connectorUrl, errorReports, paymentOrigin } = config
  const { domain } = identity
  const asked = [backendUrl, connectorUrl, ...(errorReports ? [errorReports.dsn] : [])]
  const hosts = [...new Set([domain, ...asked.map((url) => new URL(url).origin)])].join(' ')
  return [
    `default-src 'none'`,
    `script-src 'self' ${inlineScripts(html).map(hashOf).join(' ')}`,
    // The Visual Editor's bridge adds a style sheet to outline blocks; visitors never get this policy.
    `style-src 'self'${
      isPreview
        ? ` 'unsafe-inline'`
        : inlineStyles(html)
            .map((text) => ` ${hashOf(text)}`)
            .join('')
    }${development.style}`,
    `img-src 'self' data: https://a.storyblok.com`,
    `font-src 'self'`,
    `connect-src 'self' ${hosts}${development.connect}`,
    `frame-src 'self' ${domain}`,
    `worker-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'${paymentOrigin && leadsToPayment.test(pathname) ? ` ${paymentOrigin}` : ''}`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors ${isPreview ? 'https://app.storyblok.com' : `'none'`}`,
  ].join('; ')
}

/** Returns the texts of the inline scripts around the content. Scripts within the content are never allowed. */
function inlineScripts(html: string): string[] {
  const { before, after } = parted(html)
  return [before, after].flatMap((part) =>
    [...part.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code),
  )
}

/** Returns the texts of the style sheets in the head of a page; content by editors is never there. */
function inlineStyles(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'))
  return [...head.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text)
}

const hashes = new Map<string, string>()

/** Every page has the same few scripts and styles, so their hashes are computed once. */
function hashOf(code: string): string {
  const known = hashes.get(code)
  if (known) return known
  const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  if (hashes.size < 20) hashes.set(code, hash)
  return hash
}
