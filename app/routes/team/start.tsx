import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { listed } from '../../frame/listed.ts'
import * as paths from '../../paths.ts'

import { Coming } from '../../frame/coming.tsx'

export const handle = { app: true }
export const meta = listed('team_start_title', 'team_start_coming', paths.team)

export default function TeamStart() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page">
      <Coming
        title={t('team_start_title')}
        text={t('team_start_coming')}
        action={{ label: t('team_start_action'), to: paths.home(locale) }}
      />
    </main>
  )
}
