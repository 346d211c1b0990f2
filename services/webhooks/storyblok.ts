import { createHmac, timingSafeEqual } from 'node:crypto'
import { Problem } from '../../contracts/problem.ts'
import { createService, type Fetch } from '../../platform/http/service.ts'
import type { Log } from '../../platform/log.ts'
import { noteCaller } from '../../platform/request-context.ts'

interface StoryblokWebhookOptions {
  /** Secret that signs the messages; null = the space sends none. */
  secret: string | null
  /** Resolves when the next visitor sees the change. */
  refresh: () => Promise<void>
  log: Log
}

const mostBytes = 256 * 1024

/**
 * `POST /` takes Storyblok's messages about published, moved and deleted stories, datasource entries and assets. Each
 * message triggers a read of the content version, because a message can come late or twice.
 * `webhook-signature` is the hex HMAC-SHA1 of the raw body (Storyblok, "Securing webhooks"); any other value is 401.
 */
export function createStoryblokWebhook({ secret, refresh, log }: StoryblokWebhookOptions): Fetch {
  const app = createService('webhooks', log)
  app.all('*', async (c) => {
    if (secret === null) throw new Problem('notFound')
    if (c.req.method !== 'POST') throw new Problem('methodNotAllowed', { headers: { allow: 'POST' } })
    const body = await readRaw(c.req.raw)
    if (!isSigned(body, c.req.header('webhook-signature') ?? '', secret)) throw new Problem('unauthorized')
    noteCaller(true)
    await refresh()
    return c.json({ ok: true })
  })
  return async (request) => app.fetch(request)
}

function isSigned(body: Uint8Array, signature: string, secret: string): boolean {
  const wanted = createHmac('sha1', secret).update(body).digest('hex')
  const given = Buffer.from(signature.toLowerCase())
  return given.length === wanted.length && timingSafeEqual(given, Buffer.from(wanted))
}

/** Returns the raw bytes, which are signed. @throws Problem `tooLarge` */
async function readRaw(request: Request): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > mostBytes) throw new Problem('tooLarge')
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of request.body ?? []) {
    length += part.length
    if (length > mostBytes) throw new Problem('tooLarge')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
