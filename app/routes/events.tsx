import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import { Coming } from '../ui/coming.tsx'

export const handle = { app: true }

export const meta = titled('events_title')

export default function Events() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <main id="content" className="page">
      <Coming
        title={t('events_title')}
        text={t('events_coming')}
        action={{ label: t('events_action'), to: paths.machines(locale) }}
      />
    </main>
  )
}
