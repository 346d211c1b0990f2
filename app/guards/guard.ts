import { redirect } from 'react-router'
import { guarded, type SignUpProgress } from '../../rules/guards.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/** A visitor without a sign-up. */
const nothingDone: SignUpProgress = { onboarding: {}, team: {} }

/**
 * Returns what guards the pages of a sign-up, in route middleware. It redirects to the first step that is not done (S10).
 * @param names guards of R11 and R13
 * @throws Error for an unknown guard (E7)
 */
export function guard(...names: string[]) {
  return ({ url, progress = nothingDone }: { url: URL; progress?: SignUpProgress }): void => {
    const instead = guarded(names, progress)
    if (!instead) return
    const locale = localeOf(url.pathname)
    const { flow, step } = instead
    throw redirect(flow === 'team' ? paths.team(locale, step) : paths.onboarding(locale, step))
  }
}
