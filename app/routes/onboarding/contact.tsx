import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { guard } from '../../guards/guard.ts'
import { Coming } from '../../frame/coming.tsx'

export const handle = { app: true }
export const meta = titled('onboarding_contact_title')

export const middleware = [guard('onboarding-start')]

/** React Router runs middleware on the server only for routes that have a loader. */
export const loader = () => null

export default function OnboardingContact() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page">
      <Coming
        title={t('onboarding_contact_title')}
        text={t('onboarding_contact_coming')}
        action={{ label: t('onboarding_contact_action'), to: paths.onboarding(locale) }}
      />
    </main>
  )
}
