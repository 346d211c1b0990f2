import { z } from 'zod'
import { CalendarDay } from '../../contracts/booking.ts'
import { lengthInWords, priceWith } from '../booking/booking-price.tsx'
import { BookingViews } from '../booking/booking-views.tsx'
import { FreeList } from '../booking/free-list.tsx'
import { freeEquipment } from '../booking/free-equipment.server.ts'
import { startTimes, timeChoice } from '../booking/time-choice.server.ts'
import { useAccess, useDiscounts } from '../booking/use-access.ts'
import { ZoneNote } from '../booking/zone-note.tsx'
import { servicesOf } from '../context.ts'
import { isAway, withAge } from '../live/data-route.ts'
import { askLive } from '../live/ask-data.ts'
import { LiveData } from '../live/live-query.tsx'
import { StaleNotice, useFresh } from '../live/freshness.tsx'
import { localeOf, useLocale } from '../i18n/locale.ts'
import { useTranslate } from '../i18n/messages.ts'
import { titled } from '../i18n/titled.ts'
import * as paths from '../paths.ts'
import { Field } from '../forms/field.tsx'
import { QueryForm } from '../frame/query-form.tsx'
import { useSession } from '../session/session.ts'
import { upstreamFailure } from '../errors/upstream.ts'
import type { Route } from './+types/booking-time'
import '../booking/booking.css'

export const handle = { app: true }

const Query = z.object({
  day: CalendarDay.optional().catch(undefined),
  from: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .optional()
    .catch(undefined),
  minutes: z.coerce.number().int().min(1).max(1440).optional().catch(undefined),
})

/**
 * Loads what is free at a time; works without JavaScript. `asOf`: age of stale data as an ISO instant. `equipment`: null
 * = the workshop system does not answer; the page is shown without the list, and nothing asks again until it is loaded anew.
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  const { services, asOf } = withAge(servicesOf(context))
  const locale = localeOf(url.pathname)
  const failed = upstreamFailure(services, url)
  const none = (error: unknown) => (isAway(error) ? null : failed(error))
  const [space] = (await services.connector.spaces().catch(none)) ?? []
  const asked = Query.parse(Object.fromEntries(url.searchParams))
  const choice = timeChoice(asked, space, services.now())
  const { day, from, minutes } = choice
  const query = { from: `${day}T${from}`, minutes, memberId: null, locale }
  const equipment = await freeEquipment(services, query).catch(none)
  return { choice, equipment, times: startTimes(space), zone: space?.timezone ?? 'UTC', asOf: asOf() }
}

export const meta = titled('booking_time_title')

export default function BookingTime(props: Route.ComponentProps) {
  return (
    <LiveData>
      <TimeScreen {...props} />
    </LiveData>
  )
}

const lengths = [30, 60, 90, 120, 180, 240, 360, 480]

function TimeScreen({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { choice, times, zone } = loaderData
  const locale = useLocale()
  const t = useTranslate()
  const access = useAccess(choice.day)
  const discounts = useDiscounts(choice.day)
  const { member } = useSession()
  // For a member the list is judged with their own bookings.
  const { data: equipment, freshness } = useFresh({
    queryKey: ['free', choice.day, choice.from, choice.minutes, locale],
    ask: (as) => {
      const { day, from, minutes } = choice
      return askLive('/data/free', { from: `${day}T${from}`, minutes, locale }, locale, as)
    },
    initial: loaderData.equipment,
    asOf: loaderData.asOf,
  })
  return (
    <main id="content" className="page booking">
      <h1>{t('booking_time_title')}</h1>
      <BookingViews current="time" />
      <p className="lead">{t('booking_time_lead')}</p>
      <QueryForm
        action={paths.page(locale, 'booking/time')}
        className="time-form"
        key={`${choice.day} ${choice.from} ${choice.minutes}`}
      >
        <Field form="time" name="day" label={t('booking_time_day')}>
          {(control) => (
            <input {...control} type="date" required min={choice.today} defaultValue={choice.day} />
          )}
        </Field>
        <Field form="time" name="from" label={t('booking_time_from')}>
          {(control) => (
            <select {...control} defaultValue={choice.from}>
              {times.map((time) => (
                <option key={time}>{time}</option>
              ))}
            </select>
          )}
        </Field>
        <Field form="time" name="minutes" label={t('booking_time_length')}>
          {(control) => (
            <select {...control} defaultValue={choice.minutes}>
              {lengths.map((minutes) => (
                <option key={minutes} value={minutes}>
                  {lengthInWords(minutes, locale, t)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <button type="submit" className="button">
          {t('booking_time_show')}
        </button>
      </QueryForm>
      <ZoneNote zone={zone} />
      <StaleNotice {...freshness} />
      {equipment ? (
        <FreeList
          equipment={equipment}
          access={access}
          // A member's price is not guessed before their discounts are known.
          priceOf={(item) =>
            member && !discounts ? null : priceWith(discounts?.(item.id) ?? '0', item, choice.minutes)
          }
        />
      ) : (
        <p>{t('booking_away')}</p>
      )}
    </main>
  )
}
