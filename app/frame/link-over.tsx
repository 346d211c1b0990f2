import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { Link } from './link.tsx'

interface LinkOverProps {
  /** Why the link of a mail shows nothing. */
  children: string
  /** Where such a person goes on; default: the home page. */
  to?: { href: string; label: string }
}

/** The end of a link from a mail that is no longer good, with a way on. */
export function LinkOver({ children, to }: LinkOverProps) {
  const t = useTranslate()
  const locale = useLocale()
  const way = to ?? { href: paths.home(locale), label: t('back_home') }
  return (
    <>
      <p className="notice">{children}</p>
      <p className="actions">
        <Link className="button" to={way.href}>
          {way.label}
        </Link>
      </p>
    </>
  )
}
