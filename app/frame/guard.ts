import { redirect } from 'react-router'
import { guarded, type SignUpProgress } from '../../rules/guards.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

/** Nobody has begun a sign-up as long as sign-ups cannot be begun on this site. */
const nothingDone: SignUpProgress = { onboarding: {}, team: {} }

/**
 * Route middleware for the pages of a sign-up: leads to the first step that is not done.
 * @param names guards of the specification's section 2; an unknown one throws
 */
export function guard(...names: string[]) {
  const check = ({ url }: { url: URL }) => {
    const instead = guarded(names, nothingDone)
    if (!instead) return
    const locale = localeOf(url.pathname)
    const { flow, step } = instead
    throw redirect(flow === 'team' ? paths.team(locale, step) : paths.onboarding(locale, step))
  }
  return Object.assign(check, { guards: names })
}
