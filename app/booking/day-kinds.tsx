import { mostSideBySide } from '../../contracts/side-by-side.ts'
import { Link } from '../frame/link.tsx'
import { useLocale } from '../i18n/locale.ts'
import { type Translate, useTranslate } from '../i18n/messages.ts'
import { useSideways } from '../ui/use-sideways.ts'
import { dayAddress } from './day-address.ts'
import type { Kind } from './day.server.ts'
import { useFavourites } from './favourites.ts'

interface DayKindsProps {
  kinds: Kind[]
  /** null = favourites are shown. */
  current: Kind | null
  day: string
}

/** Links to the kinds of equipment, and to the favourites of this device. */
export function DayKinds({ kinds, current, day }: DayKindsProps) {
  const locale = useLocale()
  const t = useTranslate()
  const { ids } = useFavourites()
  const shown = current ? kinds.findIndex(({ ids: [first] }) => first === current.ids[0]) : kinds.length
  const list = useSideways(shown)
  return (
    <nav aria-label={t('booking_day_kinds')}>
      <ul ref={list} className="day-kinds">
        {kinds.map((kind, index) => (
          <li key={kind.ids[0]}>
            <Link
              to={dayAddress(locale, { machine: kind.ids[0], day })}
              aria-current={index === shown ? 'page' : undefined}
              preventScrollReset
            >
              {kindName(kind, t)}
            </Link>
          </li>
        ))}
        {ids.length > 0 && (
          <li>
            <Link
              to={dayAddress(locale, { machines: ids.slice(0, mostSideBySide), day })}
              aria-current={current === null ? 'page' : undefined}
              preventScrollReset
            >
              <span aria-hidden="true">★ </span>
              {t('booking_day_favourites')}
            </Link>
          </li>
        )}
      </ul>
    </nav>
  )
}

/** "3D-Druck", "3D-Druck 2"; null = favourites. */
export function kindName(kind: Kind | null, t: Translate): string {
  if (!kind) return t('booking_day_favourites')
  const name = kind.name || t('booking_day_other')
  return kind.part === null ? name : `${name} ${kind.part}`
}
