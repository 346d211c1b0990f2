import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from '../shell/link.tsx'
import type { SpaceFrame } from '../shell/space-frame.ts'
import { ThemeSwitch } from './theme-switch.tsx'

/** The foot of every page as the title block of a drawing: who, where, when, and the legal pages. */
export function Footer({ space }: { space: SpaceFrame }) {
  const locale = useLocale()
  const t = useTranslate()
  return (
    <footer className="site-footer">
      <div>
        <div className="title-block">
          <div>
            <span className="caption">{t('site_block_name')}</span>
            <p className="name">{space.name}</p>
          </div>
          <address>
            <span className="caption">{t('site_block_contact')}</span>
            {space.email && <a href={`mailto:${space.email}`}>{space.email}</a>}
            {space.phone && <a href={`tel:${space.phone.replaceAll(' ', '')}`}>{space.phone}</a>}
          </address>
          <div>
            <span className="caption">{t('site_block_hours')}</span>
            {space.hours.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          <nav aria-label={t('site_block_legal')}>
            <span className="caption">{t('site_block_legal')}</span>
            <ul>
              <li>
                <Link to={paths.imprint(locale)}>{t('site_imprint')}</Link>
              </li>
              <li>
                <Link to={paths.privacy(locale)}>{t('site_privacy')}</Link>
              </li>
            </ul>
          </nav>
          <div>
            <span className="caption">{t('site_block_view')}</span>
            <ThemeSwitch />
          </div>
        </div>
      </div>
    </footer>
  )
}
