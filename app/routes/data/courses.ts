import type { LiveDate } from '../../../contracts/live.ts'
import { servicesOf } from '../../context.ts'
import { answer, localeOfRequest, readOnly } from '../../live/data-response.ts'
import { seatsState, seatsText } from '../../events/event-entry.ts'
import type { Route } from './+types/courses'

/** GET /data/courses?locale=: how many seats each date has left, in words. */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const { backend, log } = servicesOf(context)
  return answer(request, log, async (): Promise<LiveDate[]> => {
    const locale = localeOfRequest(request)
    const courses = await backend.courses()
    return courses.flatMap(({ dates }) =>
      dates.map(({ id, freeSeats }) => ({
        id,
        freeSeats,
        seats: seatsText(freeSeats, locale),
        state: seatsState(freeSeats),
      })),
    )
  })
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}
