import { ContactForm } from '../../sign-up/contact-form.tsx'
import { loadContact, storeContact } from '../../sign-up/contact-step.server.ts'
import { choiceOf } from '../../sign-up/choice.tsx'
import { SignUpPage } from '../../sign-up/sign-up-page.tsx'
import { leaveOrdered, progressOf, visitorOf } from '../../sign-up/visitor.server.ts'
import { uncached } from '../../delivery/cacheable.ts'
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

export const loader = (args: Route.LoaderArgs) => loadContact(args)

export const action = (args: Route.ActionArgs) => storeContact(args)

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
