import { redirect } from 'react-router'
import { Problem } from '../../contracts/problem.ts'
import { servicesOf } from '../context.ts'
import { formOf } from '../forms/run-form.server.ts'
import { localeOf } from '../i18n/locale.ts'
import { answerWith } from '../live/data-route.ts'
import { safeReturnTo } from '../session/return-path.ts'
import type { Route } from './+types/chosen-language'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * `POST /language` with the field `to`, a path of this site: stores its language in the cookie (S8, K2) and goes there.
 * The form of the header sends it where the page script does not run. A path of another host becomes `/`.
 */
export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  const { config, log } = servicesOf(context)
  return answerWith(request, log, () => choose(request, config.publicUrl))
}

async function choose(request: Request, publicUrl: string): Promise<Response> {
  const form = await formOf(request).catch((cause: unknown) => {
    throw new Problem('malformed', { cause })
  })
  const to = safeReturnTo(form.get('to'), publicUrl, '/')
  const cookie = `i18n_redirected=${localeOf(to.replace(/[?#].*/, ''))}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax`
  const secure = publicUrl.startsWith('https:') ? '; Secure' : ''
  return redirect(to, { status: 303, headers: { 'set-cookie': cookie + secure } })
}

/** A visitor who opens the address itself gets the home page. */
export const loader = () => redirect('/')
