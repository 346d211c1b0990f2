import { contactForm, contactMessage, contactOf } from '../../sign-up/contact-fields.ts'
import { ContactForm } from '../../sign-up/contact-form.tsx'
import { loadContact } from '../../sign-up/load-contact.server.ts'
import { choiceOf } from '../../sign-up/choice.tsx'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { leaveOrdered, nextStep, progressOf, visitorOf } from '../../sign-up/visitor.server.ts'
import { servicesOf } from '../../context.ts'
import { uncached } from '../../delivery/cacheable.ts'
import { runForm } from '../../forms/run-form.server.ts'
import { guard } from '../../guards/guard.ts'
import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import type { Route } from './+types/contact'

export const handle = { app: true }

/** The page holds what the visitor typed before. */
export const headers: Route.HeadersFunction = () => uncached

export const meta = titled('onboarding_contact_title')

/** Leads to the first step that is not done (R11). */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ request, url, context }) => {
    const visitor = await visitorOf({ request, url, context })
    guard('onboarding-start')({ url, progress: progressOf(visitor.signUp) })
    leaveOrdered(visitor, url)
  },
]

export function loader({ request, url, context }: Route.LoaderArgs) {
  return loadContact({ request, url, context })
}

export async function action({ request, url, context }: Route.ActionArgs) {
  const { backend, token } = await visitorOf({ request, url, context })
  const { given } = await loadContact({ request, url, context })
  let isStored = false
  const answer = await runForm(
    request,
    contactForm(given),
    async (form) => {
      await backend.signUpContact(contactOf(form))
      isStored = true
    },
    servicesOf(context).log,
    { messageOf: contactMessage },
  )
  if (isStored) throw nextStep('image', { url, context }, token)
  return answer
}

/** The second step: who becomes a member (R11). */
export default function OnboardingContact({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { signUp, given, countries, sold } = loaderData
  return (
    <SignUpPage
      step="contact"
      done={signUp.done}
      title="onboarding_contact_title"
      choice={sold && choiceOf(signUp.item, [sold], locale)}
    >
      <p className="lead">{t('onboarding_contact_lead')}</p>
      <ContactForm
        saved={signUp.contact}
        given={given}
        countries={countries}
        requirement={signUp.hasRequirement ? (sold?.requirement?.[locale] ?? '') : null}
        answered={actionData}
      />
    </SignUpPage>
  )
}
