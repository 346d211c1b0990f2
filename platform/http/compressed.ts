import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Fetch } from './service.ts'

/** Compresses text responses for clients that accept it; compressed and tiny ones stay as they are. */
export function compressed(fetch: Fetch): Fetch {
  const app = new Hono()
  app.use(compress())
  app.all('*', (c) => fetch(c.req.raw))
  return async (request) => app.fetch(request)
}
