import type { MemberCalendar } from '../../../contracts/calendar.ts'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { BackendConnector } from '../workshop.ts'

/** Calendar feeds belong to the workshop system: these check the caller and forward. */
export function calendarHandlers({ callers, connector }: { callers: Callers; connector: BackendConnector }) {
  return {
    async calendar({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      const address = await connector.calendarToken('members', memberId)
      return address && withoutToken(address)
    },
    async renewCalendar({ person, body: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return withoutToken(await connector.renewCalendarToken('members', memberId))
    },
  } satisfies Partial<Handlers<BackendApi>>
}

/** A browser needs the address only. */
function withoutToken({ calendarUrl }: MemberCalendar): MemberCalendar {
  return { calendarUrl }
}
