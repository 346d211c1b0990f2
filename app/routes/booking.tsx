import { useNavigate } from 'react-router'
import { z } from 'zod'
import { CalendarDay, Id, LocalTime } from '../../contracts/booking.ts'
import { BookingForm } from '../booking/booking-form.tsx'
import { BookingViews } from '../booking/booking-views.tsx'
import { loadScreen } from '../booking/load-screen.ts'
import { MachinePicker } from '../booking/machine-picker.tsx'
import { TrainingNotice } from '../booking/training-notice.tsx'
import { useChoice } from '../booking/use-choice.ts'
import { useWeek } from '../booking/use-week.ts'
import { WeekPanel } from '../booking/week-panel.tsx'
import type { Wish } from '../booking/wish.ts'
import { servicesOf } from '../context.ts'
import { LiveData } from '../data/live-query.tsx'
import { useConnector } from '../data/use-connector.ts'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { listed } from './listed.ts'
import * as paths from '../paths.ts'
import { authorise, getSession } from '../session/session.ts'
import type { Route } from './+types/booking'
import '../booking/booking.css'

export const handle = { app: true }

const Query = z.object({
  machine: Id.optional().catch(undefined),
  day: CalendarDay.optional().catch(undefined),
  from: LocalTime.optional().catch(undefined),
  until: LocalTime.optional().catch(undefined),
})

/** The page reads without JavaScript: the chosen machine's week is in it. */
export function loader({ url, context }: Route.LoaderArgs) {
  const query = Query.parse(Object.fromEntries(url.searchParams))
  return loadScreen(servicesOf(context), localeOf(url.pathname), query)
}

export const meta = listed('booking_title', 'booking_description', paths.booking)

export default function Booking(props: Route.ComponentProps) {
  return (
    <LiveData>
      <BookingScreen {...props} />
    </LiveData>
  )
}

function BookingScreen({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { machines, machine, day, wish, isAway } = loaderData
  const locale = useLocale()
  const t = useTranslate()
  const navigate = useNavigate()
  const book = useBook()
  const { week, stale, reload } = useWeek(loaderData.week, machine, day)
  const { grid, chosen, setGrid } = useChoice({ week, machine, day, wish })
  const current = machines.find(({ id }) => id === machine)

  if (!week || !grid || !current) {
    return (
      <main id="content" className="page">
        <h1>{t('booking_title')}</h1>
        <p>{t(isAway ? 'booking_away' : 'booking_no_machines')}</p>
      </main>
    )
  }
  return (
    <main id="content" className="page booking">
      <h1>{t('booking_title')}</h1>
      {/* With twenty machines the week would be twenty key presses away. */}
      <a className="skip-link" href="#week-title">
        {t('booking_skip_to_week')}
      </a>
      <BookingViews current="machine" />
      <MachinePicker machines={machines} machine={machine} day={day} />
      <TrainingNotice machine={current} />
      <div className="booking-columns">
        <WeekPanel
          week={week}
          machine={current}
          stale={stale}
          state={grid}
          onState={setGrid}
          onShow={(next) =>
            void navigate(paths.bookingAt(locale, { machine, day: next }), { preventScrollReset: true })
          }
        />
        <BookingForm
          key={`${machine} ${day}`}
          machines={machines}
          machine={machine}
          day={day}
          week={week}
          chosen={chosen}
          book={book}
          onBooked={() => {
            setGrid({ ...grid, chosenDay: null })
            void reload()
          }}
        />
      </div>
    </main>
  )
}

/** Books at the connector with the member's own token (specification section 7). */
function useBook() {
  const connector = useConnector()
  return ({ machine, fromDateTime, untilDateTime }: Wish, key: string) => {
    const member = String(getSession().member?.id ?? '')
    const creation = { state: 'confirmed', fromDateTime, untilDateTime, resource: String(machine), member }
    return connector.createBooking(creation, authorise, key)
  }
}
