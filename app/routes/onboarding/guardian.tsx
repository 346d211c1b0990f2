import { z } from 'zod'
import { servicesOf } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { upstreamFailure } from '../../errors/upstream.ts'
import { runForm } from '../../forms/run-form.server.ts'
import { LinkOver } from '../../live/link-over.tsx'
import { localeOf, useLocale } from '../../i18n/locale.ts'
import { type MessageKey, useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import { CheckField, FormErrors, NextButton, TextField } from '../../sign-up/form-parts.tsx'
import { OrderSummary } from '../../sign-up/order-summary.tsx'
import { useActionForm } from '../../forms/use-action-form.ts'
import * as paths from '../../paths.ts'
import '../../sign-up/onboarding.css'
import '../../sign-up/order.css'
import type { Route } from './+types/guardian'

export const handle = { app: true }

/** The page belongs to one person, and its address is a secret for other sites; without its origin the form would be refused. */
export const headers: Route.HeadersFunction = () => ({ ...uncached, 'referrer-policy': 'same-origin' })

export function meta(args: Route.MetaArgs) {
  return [...titled('onboarding_consent_title')(args), { name: 'robots', content: 'noindex' }]
}

const key = (name: MessageKey) => name
const GuardianForm = z.object({
  name: z
    .string(key('signup_error_guardian_name_missing'))
    .trim()
    .min(1)
    .max(160, key('signup_error_name_long')),
  agree: z.enum(['on'], key('signup_error_consent_missing')),
})

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const locale = localeOf(url.pathname)
  const token = url.searchParams.get('token') ?? ''
  const [asked, { email }] = await Promise.all([
    token.length < 20 || token.length > 100
      ? null
      : services.backendFor(request, locale).guardianRequest({ token }).catch(upstreamFailure(services, url)),
    services.space(locale),
  ])
  return { asked, email }
}

export function action({ request, url, context }: Route.ActionArgs) {
  const { backendFor, log } = servicesOf(context)
  const backend = backendFor(request, localeOf(url.pathname))
  const token = url.searchParams.get('token') ?? ''
  return runForm(
    request,
    GuardianForm,
    async ({ name }) => {
      await backend.agreeAsGuardian({ token, name })
    },
    log,
  )
}

const id = 'guardian'

/** A guardian sees the order of somebody under 18, and agrees to it. */
export default function Guardian({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const form = useActionForm(id, GuardianForm, actionData)
  const { asked, email } = loaderData
  const errorOf = (name: string) => form.errors[name] && t(form.errors[name])
  return (
    <main id="content" className="page onboarding narrow">
      <h1>{t('onboarding_consent_title')}</h1>
      {asked === null ? (
        <LinkOver>{t('onboarding_consent_over')}</LinkOver>
      ) : asked.hasAgreed ? (
        <p className="notice success" role="status">
          {t('onboarding_consent_done', { name: asked.name })}
        </p>
      ) : (
        <>
          <p className="lead">{t('onboarding_consent_lead', { name: asked.name })}</p>
          <OrderSummary offer={asked.offer} email={email} />
          <form.Form {...form.props}>
            <FormErrors id={id} form={form} />
            <TextField
              form={id}
              name="name"
              label={t('onboarding_consent_name')}
              error={errorOf('name')}
              autoComplete="name"
              defaultValue={form.fields.name.initialValue ?? asked.guardian}
            />
            <CheckField
              form={id}
              name="agree"
              label={
                <>
                  {t('onboarding_consent_agree', { name: asked.name })}{' '}
                  <a href={paths.terms(locale)} target="_blank" rel="noopener">
                    {t('onboarding_payment_terms_link')}
                  </a>
                </>
              }
              error={errorOf('agree')}
            />
            <NextButton isBusy={form.isBusy}>{t('onboarding_consent_submit')}</NextButton>
          </form.Form>
        </>
      )}
    </main>
  )
}
