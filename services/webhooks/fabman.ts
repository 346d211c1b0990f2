import { createHash, timingSafeEqual } from 'node:crypto'
import { parseLossless } from '../../clients/fabman/lossless-json.ts'
import { FabmanEvent } from '../../contracts/fabman.ts'
import { Problem } from '../../contracts/problem.ts'
import { check, createService, type Fetch } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'

interface FabmanWebhookOptions {
  /** Last part of the address that Fabman knows; null = this account sends nothing. */
  secret: string | null
  /** Takes a message that has not come before; must not wait for Fabman, whose patience is unknown. */
  received: (event: FabmanEvent) => void
  log: Log
}

/** A message comes again until it is taken; so many are remembered. */
const mostRemembered = 1000

/**
 * `POST /{secret}` takes Fabman's messages. They carry no signature: who knows the address may say that something has
 * changed, and nothing that is said is believed but where to look. Every other address is 404.
 */
export function createFabmanWebhook({ secret, received, log }: FabmanWebhookOptions): Fetch {
  const seen = new Set<string>()
  const app = createService('webhooks', log)
  app.all('*', async (c) => {
    if (secret === null || !isSame(c.req.path, `/${secret}`)) throw new Problem('notFound')
    if (c.req.method !== 'POST') throw new Problem('methodNotAllowed', { headers: { allow: 'POST' } })
    const event = check(FabmanEvent, parsed(await c.req.text()), 'body')
    if (!seen.has(event.id)) {
      seen.add(event.id)
      for (const oldest of seen) if (seen.size > mostRemembered) seen.delete(oldest)
      received(event)
    }
    return c.json({ ok: true })
  })
  return async (request) => app.fetch(request)
}

/** In a time that tells nothing about the secret. */
function isSame(given: string, wanted: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(wanted))
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text)
  } catch (cause) {
    throw new Problem('malformed', { cause, errors: [{ field: 'body', message: 'not JSON' }] })
  }
}
