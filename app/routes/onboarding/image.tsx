import { data } from 'react-router'
import { servicesOf } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { upstreamFailure } from '../../errors/upstream.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { choiceOf } from '../../sign-up/choice.tsx'
import { ImageForm } from '../../sign-up/image-form.tsx'
import { readPhoto } from '../../sign-up/read-photo.server.ts'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { soldPackage } from '../../sign-up/sold-package.server.ts'
import { guardedStep, nextStep, visitorOf } from '../../sign-up/visitor.server.ts'
import '../../forms/photo.css'
import type { Route } from './+types/image'

export const handle = { app: true }

/** The page shows the visitor's photo. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = titled('onboarding_image_title')

/** Leads to the first step that is not done (R11). */
export const middleware: Route.MiddlewareFunction[] = guardedStep('onboarding-start', 'onboarding-contact')

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const { signUp } = await visitorOf({ request, url, context })
  if (!signUp) throw new Error('no sign-up behind the guards')
  return {
    signUp,
    sold: await soldPackage(services, signUp.item).catch(upstreamFailure(services, url)),
    // Another photo is another address.
    version: services.now().getTime(),
  }
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const services = servicesOf(context)
  const { backend, signUp, token } = await visitorOf({ request, url, context })
  const sent = await readPhoto(request, services.pictures)
  if ('error' in sent) {
    const hasOne = signUp?.image === 'given' && sent.error === 'signup_error_image_missing'
    if (hasOne) throw nextStep({ flow: 'onboarding', step: 'payment' }, { url, context }, token)
    return data(sent, { status: sent.error === 'signup_error_image_busy' ? 503 : 422 })
  }
  const { next, ...photo } = sent
  await backend.signUpImage(photo).catch(upstreamFailure(services, url))
  throw nextStep({ flow: 'onboarding', step: next }, { url, context }, token)
}

/** The third step: a photo for the member card (R11). */
export default function OnboardingImage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { signUp, sold, version } = loaderData
  const photo = `${paths.page(locale, 'onboarding/photo.jpg')}?v=${version}`
  return (
    <SignUpPage
      step="image"
      done={signUp.done}
      title="onboarding_image_title"
      choice={sold && choiceOf(signUp.item, [sold], locale)}
    >
      <p className="lead">{t('onboarding_image_lead')}</p>
      <ImageForm
        stored={signUp.image === 'given' ? photo : null}
        hasOld={signUp.hasPhoto}
        answered={actionData}
      />
    </SignUpPage>
  )
}
