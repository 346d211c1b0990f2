import { typedAddressIn } from '../../contracts/typed-address.ts'
import { servicesOf } from '../context.ts'
import { uncached } from '../delivery/cacheable.ts'
import { runForm } from '../forms/run-form.server.ts'
import { localeOf } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { ResendForm, ResendVerification } from '../sign-up/resend-verification.tsx'
import '../sign-up/sign-up.css'
import type { Route } from './+types/register-sent'

export const handle = { app: true }

/** The page holds the visitor's own address. */
export const headers: Route.HeadersFunction = () => uncached

export function loader({ request, context }: Route.LoaderArgs) {
  return {
    email: typedAddressIn(request.headers.get('cookie')),
    canResend: servicesOf(context).config.canResendVerification,
  }
}

/** Sends the verification mail again, counted against the visitor's own address. */
export function action({ request, url, context }: Route.ActionArgs) {
  const { backendFor, log } = servicesOf(context)
  const backend = backendFor(request, localeOf(url.pathname))
  return runForm(request, ResendForm, ({ email }) => backend.resendVerification(email), log)
}

export function meta(args: Route.MetaArgs) {
  return [...titled('register_sent_title')(args), { name: 'robots', content: 'noindex' }]
}

/** The end of a registration, the same for every address (C7). */
export default function RegisterSent({ loaderData, actionData }: Route.ComponentProps) {
  const { email, canResend } = loaderData
  const t = useTranslate()
  return (
    <main id="content" className="page narrow">
      <h1>{t('register_sent_title')}</h1>
      <div className="sign-up">
        <p>{email ? t('register_sent_lead', { address: email }) : t('register_sent_lead_bare')}</p>
        {canResend && <ResendVerification quiet address={email} answered={actionData} />}
      </div>
    </main>
  )
}
