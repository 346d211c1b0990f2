import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { AccessNotice } from '../booking/access-notice.tsx'
import { BookingSide } from '../booking/booking-side.tsx'
import { priceOf } from '../booking/booking-price.tsx'
import { anotherDay } from '../booking/another-day.ts'
import { BookingViews } from '../booking/booking-views.tsx'
import { loadScreen, ScreenQuery } from '../booking/load-screen.server.ts'
import { EquipmentPicker } from '../booking/equipment-picker.tsx'
import { moveWords } from '../booking/move-words.ts'
import { OfferNotice } from '../booking/offer-notice.tsx'
import { type MovedHere, MoveNotice } from '../booking/move-notice.tsx'
import { moveQuery, returnAddress } from '../booking/move-origin.ts'
import { ownWays } from '../booking/own-ways.ts'
import { useAccess } from '../booking/use-access.ts'
import { useAddress } from '../booking/use-address.ts'
import { useMovedBooking, useWaitlist } from '../live/use-own-bookings.ts'
import { useChoice, useWeek } from '../booking/use-week.ts'
import { useWish } from '../booking/use-wish.ts'
import { WeekPanel } from '../booking/week-panel.tsx'
import { withWaitlist } from '../booking/waitlist-slots.ts'
import { servicesOf } from '../context.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import { LiveData } from '../live/live-query.tsx'
import { type Locale, localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { listed } from '../frame/content-page.tsx'
import * as paths from '../paths.ts'
import { useSession } from '../session/session.ts'
import type { Route } from './+types/booking'
import '../booking/booking.css'

export const handle = { app: true }

/** Loads the screen; it shows the week of the chosen equipment without JavaScript. */
export function loader({ url, context }: Route.LoaderArgs) {
  const query = ScreenQuery.parse(Object.fromEntries(url.searchParams))
  const services = servicesOf(context)
  return loadScreen(services, localeOf(url.pathname), query).catch(upstreamFailure(services, url))
}

type Screen = Awaited<ReturnType<typeof loader>>

/** The present screen of this browser. */
let shown: { pathname: string; data: Screen } | null = null

/** Another day of the shown week needs no request and works offline. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Screen> {
  const { pathname, searchParams } = new URL(request.url)
  const known = shown?.pathname === pathname ? anotherDay(shown.data, searchParams) : null
  return known ?? (await serverLoader())
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
  const { equipment, equipmentId, day, wish, began, isAway, isUnknown } = loaderData
  const locale = useLocale()
  const t = useTranslate()
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const follows = (state as { follows?: true } | null)?.follows === true
  useEffect(() => {
    shown = { pathname, data: loaderData }
    return () => {
      shown = null
    }
  }, [pathname, loaderData])
  const { moves, isGone } = useMovedBooking(loaderData.moves)
  const entries = useWaitlist()
  const shownOne = equipment.find(({ id }) => id === equipmentId)
  const access = useAccess(day, shownOne)
  const current = shownOne && { ...shownOne, training: ownWays(shownOne.training, access) }
  const live = useWeek(loaderData)
  const canWait = !!entries && loaderData.moves === null
  const week = useMemo(
    () => live.data && withWaitlist(live.data, { canWait, entries }),
    [live.data, canWait, entries],
  )
  const { grid, chosen, lost, setGrid, choose } = useChoice({ week, equipmentId, day, wish, follows, moves })
  const addressOf = useAddressOf(loaderData, locale)
  const onShow = (next: string) => void navigate(addressOf(next), { preventScrollReset: true })
  const asked = useWish({ chosen, week, equipmentId, day, moves: moves?.id, choose, onDay: onShow })
  const missing = current && access?.(current)
  const isMember = useSession().status !== 'anonymous'
  const price =
    current && week ? priceOf(asked.valid, { equipment: current, week, quote: asked.quote, isMember }) : null
  useAddress({ day: week?.days[grid?.day ?? 0]?.day ?? day, chosen }, wish, (next) => {
    const time = next.chosen ? `&${new URLSearchParams(next.chosen)}` : ''
    void navigate(addressOf(next.day) + time, {
      replace: true,
      preventScrollReset: true,
      state: { follows: true },
    })
  })
  const title = t(loaderData.moves === null ? 'booking_title' : 'booking_move_title')

  if (!week || !grid || !current) {
    return (
      <main id="content" className="page">
        <h1>{title}</h1>
        <p>{t(isAway ? 'booking_away' : 'booking_no_machines')}</p>
      </main>
    )
  }
  return (
    <main id="content" className="page booking">
      <h1>{title}</h1>
      {/* The equipment list would be twenty key presses before the week. */}
      <a className="skip-link" href="#week-title">
        {t('booking_skip_to_week')}
      </a>
      <OfferNotice entries={entries} />
      {loaderData.moves === null ? (
        <>
          <BookingViews current="machine" shown={{ machine: equipmentId, day }} />
          {isUnknown && <p className="notice">{t('booking_unknown_machine')}</p>}
          <EquipmentPicker equipment={equipment} equipmentId={equipmentId} day={day} />
        </>
      ) : (
        <MoveNotice
          moves={moves}
          isGone={isGone}
          equipmentName={current.name}
          returnTo={returnAddress(began, locale, { machine: equipmentId, day })}
        />
      )}
      <div className="booking-columns">
        {loaderData.moves === null && <AccessNotice equipment={current} missing={missing} />}
        <WeekPanel
          week={week}
          equipment={current}
          freshness={live.freshness}
          state={grid}
          chosen={chosen}
          price={price}
          moveWords={moveWords({ moves, asked, price }, locale, t)}
          addressOf={addressOf}
          onState={(next) => {
            if (next.chosenDay !== null) asked.edit(null)
            setGrid(next)
          }}
          onShow={onShow}
        />
        <BookingSide
          key={equipmentId}
          isMove={loaderData.moves !== null}
          equipment={current}
          day={day}
          week={week}
          asked={asked}
          price={price}
          lost={lost}
          moves={moves}
          began={began}
          missing={(loaderData.moves === null && missing) || []}
          entries={entries}
          onDone={({ done }) => {
            if (done.purpose !== 'move') return setGrid({ ...grid, chosenDay: null })
            const { fromDateTime, untilDateTime } = done
            const state: MovedHere = { moved: { machine: current.name, fromDateTime, untilDateTime } }
            const at = { machine: equipmentId, day: fromDateTime.slice(0, 10) }
            void navigate(returnAddress(began, locale, at), { state })
          }}
        />
      </div>
    </main>
  )
}

/** Returns the address of another day of the same equipment, and of the same move. */
function useAddressOf({ equipmentId, moves, began }: Screen, locale: Locale): (day: string) => string {
  return useCallback(
    (day) =>
      paths.bookingAt(locale, {
        machine: equipmentId,
        day,
        ...(moves !== null && moveQuery(moves, began)),
      }),
    [locale, equipmentId, moves, began],
  )
}
