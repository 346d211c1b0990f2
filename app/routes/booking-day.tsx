import { z } from 'zod'
import { CalendarDay, Id, SideBySide } from '../../contracts/booking.ts'
import { BookingViews } from '../booking/booking-views.tsx'
import { DayKinds } from '../booking/day-kinds.tsx'
import { DayPanel } from '../booking/day-panel.tsx'
import { loadDayScreen } from '../booking/day.server.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { localeOf } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import { LiveData } from '../live/live-query.tsx'
import type { Route } from './+types/booking-day'
import '../booking/booking.css'
import '../booking/day.css'

export const handle = { app: true }

const Query = z.object({
  machine: Id.optional().catch(undefined),
  machines: SideBySide.optional().catch(undefined),
  day: CalendarDay.optional().catch(undefined),
})

/** Loads one day of several machines; works without JavaScript. */
export function loader({ url, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const query = Query.parse(Object.fromEntries(url.searchParams))
  return loadDayScreen(services, localeOf(url.pathname), query).catch(upstreamFailure(services, url))
}

export const meta = titled('booking_day_title')

export default function BookingDay({ loaderData }: Route.ComponentProps) {
  const { kinds, kind, equipment, view, isAway, asOf } = loaderData
  const t = useTranslate()
  const [first] = equipment
  return (
    <LiveData>
      <main id="content" className="page booking booking-day">
        <h1>{t('booking_day_title')}</h1>
        <BookingViews
          current="day"
          shown={first && view ? { machine: first.id, day: view.day } : undefined}
        />
        {view ? (
          <>
            <p className="lead">{t('booking_day_lead')}</p>
            <DayKinds kinds={kinds} current={kind} day={view.day} />
            <DayPanel view={view} asOf={asOf} equipment={equipment} kind={kind} />
          </>
        ) : (
          <p>{t(isAway ? 'booking_away' : 'booking_no_machines')}</p>
        )}
      </main>
    </LiveData>
  )
}
