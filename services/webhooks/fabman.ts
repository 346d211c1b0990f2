import { createHash, timingSafeEqual } from 'node:crypto'
import { parseLossless } from '../../clients/fabman/lossless-json.ts'
import { FabmanEvent } from '../../contracts/fabman.ts'
import { Problem } from '../../contracts/problem.ts'
import { check, createService, type Fetch } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { noteCaller } from '../../platform/request-context.ts'

interface FabmanWebhookOptions {
  /** Last part of the address that Fabman knows; null = Fabman sends no messages. */
  secret: string | null
  /** Takes a new message. It returns without waiting for Fabman, whose timeout is unknown. */
  received: (event: FabmanEvent) => void
  log: Log
}

/** Fabman repeats a message until it is accepted: ids that are remembered to drop repetitions. */
const mostRemembered = 1000

/**
 * `POST /{secret}` takes Fabman's messages. They carry no signature, so that a message only tells where to look and its
 * content is not trusted. Every other address is 404.
 */
export function createFabmanWebhook({ secret, received, log }: FabmanWebhookOptions): Fetch {
  const seen = new Set<string>()
  const app = createService('webhooks', log, () => '/…')
  app.all('*', async (c) => {
    if (secret === null || !isSame(c.req.path, `/${secret}`)) throw new Problem('notFound')
    noteCaller(true)
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

/** Compares in a time that does not depend on the secret. */
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
