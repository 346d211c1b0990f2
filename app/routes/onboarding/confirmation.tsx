import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'

import { Coming } from '../../frame/coming.tsx'

export const handle = { app: true }
export const meta = titled('onboarding_confirmation_title')

export default function OnboardingConfirmation() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page">
      <Coming
        title={t('onboarding_confirmation_title')}
        text={t('onboarding_confirmation_coming')}
        action={{ label: t('onboarding_confirmation_action'), to: paths.onboarding(locale) }}
      />
    </main>
  )
}
