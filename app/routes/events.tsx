import { localeOf, useLocale } from '../i18n/locale.ts'
import { translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Coming } from '../ui/coming.tsx'
import type { Route } from './+types/events'

export const handle = { app: true }

export function meta({ location }: Route.MetaArgs) {
  return [{ title: translate(localeOf(location.pathname), 'events_title') }]
}

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
