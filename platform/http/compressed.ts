import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Fetch } from './service.ts'

/** Answers in text are sent small to browsers that take it; what is compressed already, or tiny, stays as it is. */
export function compressed(fetch: Fetch): Fetch {
  const app = new Hono()
  app.use(compress())
  app.all('*', (c) => fetch(c.req.raw))
  return async (request) => app.fetch(request)
}
