import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'

import { Coming } from '../../frame/coming.tsx'

export const handle = { app: true }
export const meta = titled('team_confirmation_title')

export default function TeamConfirmation() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page">
      <Coming
        title={t('team_confirmation_title')}
        text={t('team_confirmation_coming')}
        action={{ label: t('team_confirmation_action'), to: paths.team(locale) }}
      />
    </main>
  )
}
