import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { Coming } from '../../frame/coming.tsx'

export const meta = titled('me_course_title')

export default function Course() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <Coming
      title={t('me_course_title')}
      text={t('me_course_coming')}
      action={{ label: t('me_course_action'), to: paths.events(locale) }}
    />
  )
}
