import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { Coming } from '../../frame/coming.tsx'

export const meta = titled('me_team_title')

export default function Team() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <Coming
      title={t('me_team_title')}
      text={t('me_team_coming')}
      action={{ label: t('me_team_action'), to: paths.team(locale) }}
    />
  )
}
