import { createHash } from 'node:crypto'
import type { PublicConfig } from '../context.ts'
import { parted } from './late-start.ts'

/** Vite's own styles and web socket need more, in development only. */
const development = import.meta.env.DEV
  ? { style: ` 'unsafe-inline'`, connect: ' ws:' }
  : { style: '', connect: '' }

/**
 * The content policy of a page: its own inline scripts by their hashes, which a page of the cache can carry as well as
 * one that is made for one visitor. Nothing else runs, and nothing is asked of another host but of those configured.
 */
export function contentPolicy(html: string, config: PublicConfig, isPreview = false): string {
  const { identity, backendUrl, connectorUrl } = config
  const { domain } = identity
  const asked = [...new Set([domain, new URL(backendUrl).origin, new URL(connectorUrl).origin])].join(' ')
  return [
    `default-src 'none'`,
    `script-src 'self' ${inlineScripts(html).map(hashOf).join(' ')}`,
    // The editor's bridge outlines blocks by a style sheet of its own; visitors never get this policy.
    `style-src 'self'${
      isPreview
        ? ` 'unsafe-inline'`
        : inlineStyles(html)
            .map((text) => ` ${hashOf(text)}`)
            .join('')
    }${development.style}`,
    `img-src 'self' data: https://a.storyblok.com`,
    `font-src 'self'`,
    `connect-src 'self' ${asked}${development.connect}`,
    `frame-src 'self' ${domain}`,
    `worker-src 'self'`,
    `form-action 'self'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `frame-ancestors ${isPreview ? 'https://app.storyblok.com' : `'none'`}`,
  ].join('; ')
}

/** Texts of the scripts that a browser runs or may be told to run: those of the frame, none within the content. */
function inlineScripts(html: string): string[] {
  const { before, after } = parted(html)
  return [before, after].flatMap((part) =>
    [...part.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code),
  )
}

/** Texts of the style sheets that stand in the head of a page: none of them is an editor's. */
function inlineStyles(html: string): string[] {
  const head = html.slice(0, html.indexOf('</head>'))
  return [...head.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, text = '']) => text)
}

const known = new Map<string, string>()

/** The same few scripts and styles stand in every page, so their hashes are remembered. */
function hashOf(code: string): string {
  const kept = known.get(code)
  if (kept) return kept
  const hash = `'sha256-${createHash('sha256').update(code).digest('base64')}'`
  if (known.size < 20) known.set(code, hash)
  return hash
}
