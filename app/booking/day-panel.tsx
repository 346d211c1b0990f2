import type { DayView } from '../../contracts/live.ts'
import { Link } from '../frame/link.tsx'
import { longDay } from '../i18n/format.ts'
import { useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { askLive } from '../live/ask-data.ts'
import { StaleNotice, useFresh } from '../live/freshness.tsx'
import * as paths from '../paths.ts'
import { dayAddress } from './day-address.ts'
import { kindName } from './day-kinds.tsx'
import { DayTable } from './day-table.tsx'
import type { DayEquipment, Kind } from './day.server.ts'
import { Legend } from './legend.tsx'
import { ownWays } from './own-ways.ts'
import { useAccess, useDiscounts } from './use-access.ts'
import { BeyondNotice, DayTabs, WeekLinks } from './week-links.tsx'
import { useWaitlist } from '../live/use-own-bookings.ts'
import { withOffers } from './offer-slots.ts'
import { ZoneNote } from './zone-note.tsx'

interface DayPanelProps {
  /** The visitor's day from the server, and since when it is stale. */
  view: DayView
  asOf: string | null
  equipment: DayEquipment[]
  /** null = favourites are shown. */
  kind: Kind | null
}

/** One day of several pieces of equipment: links to other days, the table and its legend; own bookings are marked. */
export function DayPanel({ view: loaded, asOf, equipment, kind }: DayPanelProps) {
  const locale = useLocale()
  const t = useTranslate()
  const resources = equipment.map(({ id }) => id)
  const access = useAccess(loaded.day)
  const discounts = useDiscounts(loaded.day)
  const entries = useWaitlist()
  const { data: fresh, freshness } = useFresh({
    queryKey: ['day', loaded.day, resources],
    ask: (as) => askLive('/data/day', { resources, day: loaded.day }, locale, as),
    initial: loaded,
    asOf,
  })
  const view = {
    ...fresh,
    columns: fresh.columns.map(({ resource, slots }) => ({
      resource,
      slots: withOffers(slots, resource, entries),
    })),
  }
  const addressOf = (day: string) =>
    dayAddress(locale, kind ? { machine: resources[0], day } : { machines: resources, day })
  const mayBook = equipment.some((item) => !access?.(item).length)
  const toPackage = { href: paths.me(locale, 'packages'), label: t('booking_quote_package'), next: '' }
  const steps = equipment.flatMap((item) => {
    const lacks = access?.(item) ?? []
    if (lacks.includes('noPackage')) return toPackage
    return (lacks.includes('noPermission') && ownWays(item.training, access)?.steps[0]) || []
  })
  return (
    <section className="week-panel" aria-labelledby="day-title">
      <header>
        <h2 id="day-title">
          {kindName(kind, t)}, {longDay(view.day, locale)}
        </h2>
        <WeekLinks week={view} addressOf={addressOf} />
      </header>
      <BeyondNotice day={view.day} last={view.last} />
      <StaleNotice {...freshness} />
      <DayTabs
        week={view}
        addressOf={addressOf}
        current={view.days.findIndex(({ day }) => day === view.day)}
      />
      {!mayBook && (
        <div className="notice ways">
          <b>{t('booking_day_look')}</b>
          {/* Machines share what they need. */}
          {[...new Map(steps.map((step) => [step.href, step])).values()].map(({ href, label, next }) => (
            <div key={href}>
              <Link to={href}>{label}</Link> <span>{next}</span>
            </div>
          ))}
        </div>
      )}
      <DayTable
        view={view}
        equipment={equipment}
        labelledBy="day-title"
        access={access}
        discounts={discounts}
      />
      <Legend signs={signs} />
      {mayBook && <p className="hint">{t('booking_day_hint')}</p>}
      <ZoneNote zone={view.zone} />
    </section>
  )
}

const signs = ['free', 'taken', 'own', 'refused'] as const
