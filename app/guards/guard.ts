import { redirect } from 'react-router'
import { guarded, type SignUpProgress } from '../../rules/guards.ts'
import { localeOf } from '../i18n/locale.ts'
import * as paths from '../paths.ts'

const addresses = { onboarding: paths.onboarding, team: paths.team }

/** No sign-up exists: this site does not offer one yet. */
const nothingDone: SignUpProgress = { onboarding: {}, team: {} }

/**
 * Returns route middleware for the pages of a sign-up. It redirects to the first step that is not done (S10).
 * @param names guards of R11 and R13
 * @throws Error for an unknown guard (E7)
 */
export function guard(...names: string[]) {
  const check = ({ url }: { url: URL }) => {
    const instead = guarded(names, nothingDone)
    if (!instead) return
    const locale = localeOf(url.pathname)
    throw redirect(addresses[instead.flow](locale, instead.step))
  }
  return Object.assign(check, { guards: names })
}
