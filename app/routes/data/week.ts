import { z } from 'zod'
import { CalendarDay, Id } from '../../../contracts/booking.ts'
import type { WeekView } from '../../../contracts/live.ts'
import { loadWeek } from '../../booking/load-week.server.ts'
import { servicesOf } from '../../context.ts'
import { withAge } from '../../live/age.ts'
import { answer, readOnly, readQuery } from '../../live/data-response.ts'
import type { Route } from './+types/week'

const Query = z.object({ resource: Id, day: CalendarDay, moves: Id.optional() })

/** GET /data/week?resource=&day=&moves=: the machine's week, judged; own bookings are marked for their member. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { services, headers } = withAge(servicesOf(context))
  return answer(
    request,
    services.log,
    async (): Promise<WeekView> => {
      const { resource, day, moves } = readQuery(request, Query)
      const caller = await services.signedIn(request)
      return loadWeek(services, { resource, day, moves, memberId: caller?.memberId ?? null })
    },
    headers,
  )
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
