import { useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '../../contracts/booking.ts'
import { Problem } from '../../contracts/problem.ts'
import { dayOf, toLocal } from '../../rules/time.ts'
import { BookingForm } from '../booking/booking-form.tsx'
import { loadWeek } from '../booking/load-week.ts'
import { MachinePicker } from '../booking/machine-picker.tsx'
import { TrainingNotice } from '../booking/training-notice.tsx'
import { useWeek } from '../booking/use-week.ts'
import { WeekPanel } from '../booking/week-panel.tsx'
import { servicesOf } from '../context.ts'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { translate, useTranslate } from '../i18n/messages.ts'
import * as paths from '../paths.ts'
import { chosenTime, startState } from '../ui/week-grid-model.ts'
import type { Route } from './+types/booking'
import '../booking/booking.css'

export const handle = { app: true }

const Query = z.object({
  machine: Id.optional().catch(undefined),
  day: z.iso.date().optional().catch(undefined),
})

/** The page reads without JavaScript: the chosen machine's week is in it. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const services = servicesOf(context)
  const url = new URL(request.url)
  const { machine, day } = Query.parse(Object.fromEntries(url.searchParams))
  const [spaces, equipment] = await Promise.all([services.connector.spaces(), services.connector.equipment()])
  const machines = equipment
    .filter((each) => each.visibleForMembers && each.canBeBooked)
    .map(({ id, name, displayTitle, requiresTraining, pricePerBooking, pricePerBookingSeconds }) => ({
      id,
      name: displayTitle ?? name,
      requiresTraining,
      price: { amount: pricePerBooking, seconds: pricePerBookingSeconds },
    }))
  const chosen = machines.find(({ id }) => id === machine) ?? machines[0]
  if (!chosen) return { machines, week: null, day: '', machine: 0, name: spaces[0]?.name ?? '' }
  const zone = spaces[0]?.timezone ?? 'Europe/Berlin'
  const asked = day ?? dayOf(toLocal(services.now(), zone))
  const week = await loadWeek(services, { resource: chosen.id, day: asked, memberId: null }).catch(
    (error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    },
  )
  return { machines, week, day: asked, machine: chosen.id, name: spaces[0]?.name ?? '' }
}

export function meta({ location }: Route.MetaArgs) {
  return [{ title: translate(localeOf(location.pathname), 'booking_title') }]
}

export default function Booking({ loaderData }: Route.ComponentProps) {
  const { machines, machine, day } = loaderData
  const locale = useLocale()
  const t = useTranslate()
  const navigate = useNavigate()
  const { week, reload } = useWeek(loaderData.week, machine, day)
  const [grid, setGrid] = useState(() => week && startState(week, day))
  useEffect(() => setGrid(loaderData.week && startState(loaderData.week, day)), [machine, day])
  const chosen = useMemo(() => (grid && week ? chosenTime(grid, week) : null), [grid, week])
  const current = machines.find(({ id }) => id === machine)

  if (!week || !grid || !current) {
    return (
      <main id="content" className="page">
        <h1>{t('booking_title')}</h1>
        <p>{t('booking_no_machines')}</p>
      </main>
    )
  }
  const show = (nextDay: string) =>
    navigate(paths.bookingAt(locale, { machine, day: nextDay }), { preventScrollReset: true })
  return (
    <main id="content" className="page booking">
      <h1>{t('booking_title')}</h1>
      <MachinePicker machines={machines} machine={machine} day={day} />
      <TrainingNotice machine={current} />
      <div className="booking-columns">
        <WeekPanel week={week} machine={current} state={grid} onState={setGrid} onShow={show} />
        <BookingForm
          key={`${machine}-${chosen?.from}-${chosen?.until}`}
          machines={machines}
          machine={machine}
          week={week}
          chosen={chosen}
          day={day}
          onBooked={() => {
            setGrid({ ...grid, chosenDay: null })
            void reload()
          }}
        />
      </div>
    </main>
  )
}
