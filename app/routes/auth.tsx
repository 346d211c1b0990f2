import { useRouteLoaderData } from 'react-router'
import { typedAddressIn } from '../../contracts/typed-address.ts'
import { identityMessageOf, identityMessages } from '../../contracts/identity-messages.ts'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import { servicesOf } from '../context.ts'
import { runForm } from '../forms/run-form.server.ts'
import { uncached } from '../delivery/cacheable.ts'
import { EmptyBench } from '../frame/empty-bench.tsx'
import { Link } from '../frame/link.tsx'
import { ResendForm, ResendVerification } from '../sign-up/resend-verification.tsx'
import { SignInButton } from '../session/sign-in-button.tsx'
import { partProved } from '../sign-up/visitor.server.ts'
import type { loader as rootLoader } from '../root.tsx'
import type { Route } from './+types/auth'

export const handle = { app: true }

/** Reads the message from the address; accepts known names only, never text. */
export function loader({ request, url, context }: Route.LoaderArgs) {
  const query = url.searchParams
  const canResend =
    query.get('verification_required') === 'true' && servicesOf(context).config.canResendVerification
  return {
    message: identityMessageOf(query.get('message') ?? ''),
    success: query.get('success') === 'true',
    canResend,
    email: canResend ? typedAddressIn(request.headers.get('cookie')) : '',
  }
}

/** The link of a verification mail signs in here. */
export const middleware: Route.MiddlewareFunction[] = [partProved]

/** The page may hold the visitor's own address. */
export const headers: Route.HeadersFunction = () => uncached

/** Sends the verification mail again, counted against the visitor's own address. */
export function action({ request, url, context }: Route.ActionArgs) {
  const { backendFor, log } = servicesOf(context)
  const backend = backendFor(request, localeOf(url.pathname))
  return runForm(request, ResendForm, ({ email }) => backend.resendVerification(email), log)
}

export function meta(args: Route.MetaArgs) {
  const title = args.loaderData?.success ? 'auth_title_success' : 'auth_title_error'
  return [...titled(title)(args), { name: 'robots', content: 'noindex' }]
}

/** The message page (R6): shown when a login was refused, and after links of our mails. */
export default function Auth({ loaderData, actionData }: Route.ComponentProps) {
  const { message, success, canResend, email: address } = loaderData
  const locale = useLocale()
  const t = useTranslate()
  const looks = message === null ? '' : success ? 'success' : 'error'
  const email = useRouteLoaderData<typeof rootLoader>('root')?.space.email
  return (
    <main id="content" className="page">
      <div className="coming message-page">
        <div>
          <h1>{t(success ? 'auth_title_success' : 'auth_title_error')}</h1>
          <p className={`notice ${looks}`} role={looks === 'error' ? 'alert' : 'status'}>
            {message === null
              ? t(success ? 'auth_unknown_success' : 'auth_unknown')
              : identityMessages[message][locale]}
          </p>
          {canResend && <ResendVerification address={address} answered={actionData} />}
          <div className="ways-on">
            <SignInButton quiet={canResend} returnTo={paths.me(locale)}>
              {t('auth_sign_in')}
            </SignInButton>
            <Link className="button quiet" to={paths.home(locale)}>
              {t('back_home')}
            </Link>
          </div>
          {!success && email && (
            <p className="message-help">
              {t('auth_help')} <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
        </div>
        <EmptyBench />
      </div>
    </main>
  )
}
