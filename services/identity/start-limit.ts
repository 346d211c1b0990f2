import type { Provider } from 'oidc-provider'
import { Problem } from '../../contracts/problem.ts'
import type { RateLimit } from '../../platform/rate-limit.ts'
import { addressOf } from '../../platform/http/network.ts'
import { limitsOfNetworks } from '../../platform/network-limits.ts'
import { countAll } from './limits.ts'
import type { PageFrame } from './pages/layout.ts'
import { tooManyStartsPage } from './pages/message.ts'
import { localeOfPage } from './pages/texts.ts'

/** Limit of sign-ins and sign-outs that one network begins: each stores an interaction or a session. */
const perNetwork = { max: 600, windowSeconds: 3600 }

interface StartLimitOptions {
  rateLimit: RateLimit
  trustProxy: boolean
  frame: PageFrame
}

/** Refuses to begin more sign-ins than a network may. A silent check (`prompt=none`) stores nothing and is not counted. */
export function limitStarts({
  rateLimit,
  trustProxy,
  frame,
}: StartLimitOptions): Parameters<Provider['use']>[0] {
  return async (ctx, next) => {
    const isStart = ctx.path === '/authorize' ? ctx.query.prompt !== 'none' : ctx.path === '/oidc/logout'
    if (isStart) {
      try {
        await countAll(
          rateLimit,
          limitsOfNetworks('identity:start', addressOf(ctx.req, trustProxy), perNetwork),
        )
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'tooManyRequests')) throw error
        const wait = error.options.headers?.['retry-after'] ?? '60'
        const locale = localeOfPage(ctx.query.ui_locales, ctx.get('accept-language'))
        ctx.status = 429
        ctx.set('retry-after', wait)
        ctx.type = 'html'
        ctx.body = String(tooManyStartsPage(frame, locale, Number(wait)))
        return
      }
    }
    await next()
  }
}
