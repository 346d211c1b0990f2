import type { ReactNode } from 'react'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'

/** Tells somebody who belongs to a team so, and leads there. @param props.children another way on */
export function HasTeam({ children }: { children?: ReactNode }) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <div className="notice" role="status">
      <p>{t('team_start_has_team')}</p>
      <Link className="button" to={paths.me(locale, 'team')}>
        {t('me_team_title')}
      </Link>
      {children}
    </div>
  )
}
