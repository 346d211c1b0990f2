import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { guard } from '../../guards/guard.ts'
import { Coming } from '../../frame/coming.tsx'

export const handle = { app: true }
export const meta = titled('onboarding_payment_title')

export const middleware = [guard('onboarding-start', 'onboarding-contact', 'onboarding-image')]

/** React Router runs middleware on the server only for routes that have a loader. */
export const loader = () => null

export default function OnboardingPayment() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page">
      <Coming
        title={t('onboarding_payment_title')}
        text={t('onboarding_payment_coming')}
        action={{ label: t('onboarding_payment_action'), to: paths.onboarding(locale) }}
      />
    </main>
  )
}
