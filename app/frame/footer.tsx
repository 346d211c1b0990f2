import type { Labels } from '../../contracts/label.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from './link.tsx'
import { mapAddress } from './map-address.ts'
import type { MenuEntry, Menus } from './menus.ts'
import type { SpaceFrame } from './space-frame.ts'
import { ThemeSwitch } from './theme-switch.tsx'

interface FooterProps {
  space: SpaceFrame
  /** The label group space-address. */
  address: Labels
  menus: Menus
}

/** The footer of every page, styled as the title block of a drawing: name, contact, hours, more pages, legal pages. */
export function Footer({ space, address, menus }: FooterProps) {
  const locale = useLocale()
  const t = useTranslate()
  const more = [...menus.footer, { label: t('site_nav_join'), href: paths.onboarding(locale) }]
  // Where the law wants them: on every page, without signing in (§ 312k, § 356a BGB).
  const contract = [
    { label: t('site_contract_cancel'), href: paths.page(locale, 'contract/cancel'), isProminent: true },
    { label: t('site_contract_withdraw'), href: paths.page(locale, 'contract/withdraw'), isProminent: true },
  ]
  return (
    <footer className="site-footer">
      <div>
        <div className="title-block">
          <div>
            <span className="caption">{t('site_block_name')}</span>
            <p className="name">{space.name}</p>
          </div>
          {address['street'] && <Address address={address} />}
          <address>
            <span className="caption">{t('site_block_contact')}</span>
            {space.email && <a href={`mailto:${space.email}`}>{space.email}</a>}
            {space.phone && (
              <a href={`tel:${space.phone.replaceAll(' ', '')}`}>{space.phone.replaceAll(' ', '\u00a0')}</a>
            )}
          </address>
          <div>
            <span className="caption">{t('site_block_hours')}</span>
            {space.hours.map((line) => (
              <p key={line}>{line}</p>
            ))}
          </div>
          <Pages label={t('site_block_more')} pages={more} />
          <Pages label={t('site_block_legal')} pages={[...contract, ...menus.legal]} />
          <div className="view">
            <span className="caption">{t('site_block_view')}</span>
            <ThemeSwitch place="footer" />
          </div>
        </div>
      </div>
    </footer>
  )
}

function Address({ address }: { address: Labels }) {
  const t = useTranslate()
  return (
    <address>
      <span className="caption">{t('site_block_address')}</span>
      <p>
        {address['street']}
        <br />
        {[address['postal-code'], address['city']].filter(Boolean).join(' ')}
      </p>
      <a href={mapAddress(address)} rel="external noreferrer">
        {t('site_map')}
      </a>
    </address>
  )
}

interface PagesProps {
  label: string
  pages: (MenuEntry & { isProminent?: boolean })[]
}

function Pages({ label, pages }: PagesProps) {
  return (
    <nav aria-label={label}>
      <span className="caption">{label}</span>
      <ul>
        {pages.map((page) => (
          <li key={page.href}>
            <Link to={page.href}>{page.isProminent ? <strong>{page.label}</strong> : page.label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
