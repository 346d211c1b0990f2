import { useLocale } from '../../i18n/locale.ts'
import { useTranslate } from '../../i18n/messages.ts'
import { titled } from '../../i18n/titled.ts'
import * as paths from '../../paths.ts'
import { Coming } from '../../frame/coming.tsx'

export const meta = titled('me_invoices_title')

export default function Invoices() {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <Coming
      title={t('me_invoices_title')}
      text={t('me_invoices_coming')}
      action={{ label: t('me_invoices_action'), to: paths.me(locale, 'credits') }}
    />
  )
}
