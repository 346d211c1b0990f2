import type { OwnPlace } from '../../../contracts/live.ts'
import { Problem } from '../../../contracts/problem.ts'
import { toLocal } from '../../../rules/time.ts'
import { servicesOf } from '../../context.ts'
import { answer, localeOfRequest, readOnly } from '../../live/data-response.ts'
import { machineNames } from '../../live/machine-names.ts'
import { zonesOf } from '../../live/zones.ts'
import type { Route } from './+types/waitlist'

/**
 * GET /data/waitlist: what the caller waits for and what is offered to them, the soonest first; null where the workshop
 * system has no lines.
 */
export function loader({ request, context }: Route.LoaderArgs): Promise<Response> {
  const services = servicesOf(context)
  return answer(request, services.log, async (): Promise<OwnPlace[] | null> => {
    const caller = await services.signedIn(request)
    if (!caller) throw new Problem('unauthorized')
    const { connector, now } = services
    const [places, spaces, equipment, names] = await Promise.all([
      connector.waitlist({ member: caller.memberId }).catch(noLines),
      connector.spaces(),
      connector.equipment(),
      machineNames(services, localeOfRequest(request)),
    ])
    const zoneOf = zonesOf(spaces, equipment)
    return (
      places &&
      places
        .flatMap(({ resource, state, offeredUntil, id, fromDateTime, untilDateTime, booking }) => {
          if (state !== 'waiting' && state !== 'offered') return []
          const machine = equipment.find(({ id }) => id === resource)
          const zone = zoneOf(resource)
          if (untilDateTime <= toLocal(now(), zone)) return []
          const name = names.get(resource) ?? machine?.displayTitle ?? machine?.name ?? ''
          const until = offeredUntil && toLocal(new Date(offeredUntil), zone)
          const times = { fromDateTime, untilDateTime }
          return [{ id, ...times, booking, state, resource: { id: resource, name }, offeredUntil: until }]
        })
        .toSorted((one, other) => (one.fromDateTime < other.fromDateTime ? -1 : 1))
    )
  })
}

export function action({ request, context }: Route.ActionArgs): Promise<Response> {
  return readOnly(request, servicesOf(context).log)
}

/** By status: the site and its services are bundled apart. */
function noLines(error: unknown): null {
  if ((error as { status?: unknown } | null)?.status === 501) return null
  throw error
}
