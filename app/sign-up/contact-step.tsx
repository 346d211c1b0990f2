import type { SubmissionResult } from '@conform-to/react'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { choiceOf } from './choice.tsx'
import { ContactForm } from './contact-form.tsx'
import type { loadContact } from './contact-step.server.ts'
import { SignUpPage } from './sign-up-page.tsx'

interface ContactStepProps {
  loaded: Awaited<ReturnType<typeof loadContact>>
  answered: SubmissionResult | undefined
}

/** The step of a sign-up that asks who becomes a member, or whose team it is and where the invoice goes. */
export function ContactStep({ loaded, answered }: ContactStepProps) {
  const t = useTranslate()
  const locale = useLocale()
  const { signUp, given, countries, sold } = loaded
  const { flow } = signUp
  return (
    <SignUpPage
      flow={flow}
      step="contact"
      done={signUp.done}
      title={`${flow}_contact_title`}
      choice={sold && choiceOf(signUp.item, [sold], locale)}
    >
      <p className="lead">{t(`${flow}_contact_lead`)}</p>
      <ContactForm
        saved={signUp.contact}
        given={given}
        countries={countries}
        requirement={signUp.hasRequirement ? (sold?.requirement?.[locale] ?? '') : null}
        answered={answered}
      />
    </SignUpPage>
  )
}
