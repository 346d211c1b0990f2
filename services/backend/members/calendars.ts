import type { MemberCalendar } from '../../../contracts/calendar.ts'
import { Problem } from '../../../contracts/problem.ts'
import { readBody, readQuery } from '../../../platform/http/service.ts'
import type { Authentication } from '../callers.ts'
import type { BackendConnector } from '../workshop.ts'
import { type Handler, MemberBody, MemberQuery } from '../routes.ts'

interface Options {
  authentication: Authentication
  connector: BackendConnector
}

/** Calendar feeds belong to workshop management: these check the caller and forward, as for credits. */
export function calendarHandlers({ authentication, connector }: Options) {
  return {
    async calendar(c) {
      const caller = await authentication.caller(c.req.raw)
      const { memberId } = readQuery(c, MemberQuery)
      await authentication.requireOwn(caller, memberId)
      const address = await connector.calendarToken('members', memberId)
      if (!address) throw new Problem('notFound')
      return c.json(answer(address))
    },
    async renewCalendar(c) {
      const caller = await authentication.caller(c.req.raw)
      const { memberId } = await readBody(c, MemberBody)
      await authentication.requireOwn(caller, memberId)
      return c.json(answer(await connector.renewCalendarToken('members', memberId)))
    },
  } satisfies Record<string, Handler>
}

/** The address is all that a browser needs. */
function answer({ calendarUrl }: MemberCalendar): MemberCalendar {
  return { calendarUrl }
}
