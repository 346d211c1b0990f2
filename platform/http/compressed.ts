import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Fetch } from './service.ts'

/**
 * Compresses text responses for clients that accept it; compressed ones stay as they are.
 * @param isFor whether responses of a path are compressed: servers that call each other gain nothing by it, and a
 *   compression takes longer than many a small response
 */
export function compressed(fetch: Fetch, isFor: (path: string) => boolean): Fetch {
  const app = new Hono()
  const compressing = compress()
  app.use((c, next) => (isFor(c.req.path) ? compressing(c, next) : next()))
  app.all('*', (c) => fetch(c.req.raw))
  return async (request) => app.fetch(request)
}
