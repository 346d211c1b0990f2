import { z } from 'zod'
import { CalendarDay, LocalTime } from '../../../contracts/booking.ts'
import type { FreeMachine } from '../../../contracts/live.ts'
import { freeEquipment } from '../../booking/free-equipment.server.ts'
import { servicesOf } from '../../context.ts'
import { withAge } from '../../live/age.ts'
import { answer, localeOfRequest, readOnly, readQuery } from '../../live/data-response.ts'
import { dayOf } from '../../../rules/time.ts'
import type { Route } from './+types/free'

const Query = z.object({
  // Its end lies in the years of LocalTime, too.
  from: LocalTime.refine(
    (from) => CalendarDay.safeParse(dayOf(from)).success,
    'a time like 2026-11-21T18:00',
  ),
  minutes: z
    .string()
    .regex(/^[1-9]\d{0,3}$/)
    .transform(Number)
    .refine((minutes) => minutes <= 24 * 60, 'at most 1440'),
  locale: z.enum(['de', 'en']).optional(),
})

/** GET /data/free?from=&minutes=: what is free at a time, for the caller where there is one. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { services, headers } = withAge(servicesOf(context))
  return answer(
    request,
    services.log,
    async (): Promise<FreeMachine[]> => {
      const { from, minutes } = readQuery(request, Query)
      const caller = await services.signedIn(request)
      const memberId = caller?.memberId ?? null
      return freeEquipment(services, { from, minutes, memberId, locale: localeOfRequest(request) })
    },
    headers,
  )
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
