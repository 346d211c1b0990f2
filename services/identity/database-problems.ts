import type { Provider } from 'oidc-provider'
import { isProblem, type Problem, problemBody, problemMessage } from '../../contracts/problem.ts'
import type { Log } from '../../platform/log.ts'
import type { PageFrame } from './pages/layout.ts'
import { unavailablePage } from './pages/message.ts'
import { localeOfPage } from './pages/texts.ts'

type Middleware = Parameters<Provider['use']>[0]

/** Answers problems that pass the library, such as those of the session. Koa writes their status, which ends the process. */
export function answerProblems(frame: PageFrame, log: Log): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      if (!isProblem(error)) throw error
      log.error({ service: 'identity', path: ctx.path, err: error.cause }, error.code)
      answerProblem(ctx, error, frame)
    }
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
  ctx.body = { ...body, error: 'temporarily_unavailable', error_description: body.message }
  ctx.type = 'application/problem+json'
}
