import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { listed } from '../../frame/listed.ts'
import * as paths from '../../paths.ts'

import { Coming } from '../../frame/coming.tsx'

export const handle = { app: true }
export const meta = listed('onboarding_start_title', 'onboarding_start_coming', paths.onboarding)

export default function OnboardingStart() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page">
      <Coming
        title={t('onboarding_start_title')}
        text={t('onboarding_start_coming')}
        action={{ label: t('onboarding_start_action'), to: paths.machines(locale) }}
      />
    </main>
  )
}
