import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { EmptyBench } from '../frame/empty-bench.tsx'
import { Link } from '../frame/link.tsx'

interface LinkOverProps {
  /** Why the link of a mail shows nothing. */
  children: string
  /** Where such a person goes on; default: the home page. */
  to?: { href: string; label: string }
}

/** The end of a link from a mail that is no longer good: what happened, a way on, and the empty bench. */
export function LinkOver({ children, to }: LinkOverProps) {
  const t = useTranslate()
  const home = paths.home(useLocale())
  return (
    <div className="message-page coming">
      <div>
        <p className="notice">{children}</p>
        <Link className="button" to={to?.href ?? home}>
          {to?.label ?? t('back_home')}
        </Link>
      </div>
      <EmptyBench />
    </div>
  )
}
