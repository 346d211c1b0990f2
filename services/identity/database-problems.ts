import type { MiddlewareHandler } from 'hono'
import type { Provider } from 'oidc-provider'
import { isProblem, Problem, problemBody, problemMessage } from '../../contracts/problem.ts'
import type { Log } from '../../platform/log.ts'
import { type PageFrame, pageHeaders } from './pages/layout.ts'
import { unavailablePage } from './pages/message.ts'
import { localeOfPage } from './pages/texts.ts'

type Middleware = Parameters<Provider['use']>[0]

/**
 * Answers problems that pass the library, such as those of the session: Koa writes their status, which ends the process.
 * A method that no endpoint takes gets a body, too.
 */
export function answerProblems(frame: PageFrame, log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
      if (ctx.status === 404 && !ctx.body) answerProblem(ctx, new Problem('notFound'), frame)
    } catch (error) {
      if (!isProblem(error)) throw error
      log.error({ service: 'identity', path: ctx.path, err: error.cause }, error.code)
      answerProblem(ctx, error, frame)
    }
  }
}

/** Turns a problem of our own pages into a page where a browser asks for one: it sent a form. */
export function problemPages(frame: PageFrame, appOrigins: string[]): MiddlewareHandler {
  return async (c, next) => {
    await next()
    if (!c.error || !/\btext\/html\b/.test(c.req.header('accept') ?? '')) return
    const problem = isProblem(c.error) ? c.error : new Problem('internal')
    const locale = localeOfPage(undefined, c.req.header('accept-language'))
    const page = String(unavailablePage(frame, locale, problemBody(problem, locale).message))
    const headers = { ...pageHeaders(appOrigins, 'same-origin'), ...problem.options.headers }
    c.res = new Response(page, {
      status: problem.status,
      headers: { ...headers, 'content-type': 'text/html; charset=UTF-8' },
    })
  }
}

/** Writes a problem as a page, or as the body that clients of OAuth and ours read. */
export function answerProblem(ctx: Parameters<Middleware>[0], problem: Problem, frame: PageFrame): void {
  const locale = localeOfPage(ctx.query.ui_locales, ctx.get('accept-language'))
  ctx.status = problem.status
  ctx.set(problem.options.headers ?? {})
  if (ctx.accepts('json', 'html') === 'html') {
    ctx.type = 'html'
    ctx.body = String(unavailablePage(frame, locale, problemMessage(problem.code, locale)))
    return
  }
  const body = problemBody(problem, locale)
  const error = problem.status < 500 ? 'invalid_request' : 'temporarily_unavailable'
  ctx.body = { ...body, error, error_description: body.message }
  ctx.type = 'application/problem+json'
}
