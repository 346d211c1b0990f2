import { readParams, readQuery } from '../../../platform/http/service.ts'
import { existing, type Handler, supported } from './handler.ts'
import { CalendarPath, CalendarTokenPath, IdPath, NoQuery } from './routes.ts'
import type { WorkshopSystem } from '../workshop-system.ts'

type Names = 'calendarToken' | 'renewCalendarToken' | 'calendarFeed' | 'checkInSecret' | 'renewCheckInSecret'

/** Secrets in addresses: calendars to subscribe to, and the codes at machines. */
export function calendarHandlers({ workshop }: { workshop: WorkshopSystem }): Record<Names, Handler> {
  return {
    async calendarToken(c) {
      readQuery(c, NoQuery)
      const { kind, id } = readParams(c, CalendarTokenPath)
      return c.json(existing(await supported(workshop.calendars).address(kind, id)))
    },
    async renewCalendarToken(c) {
      readQuery(c, NoQuery)
      const { kind, id } = readParams(c, CalendarTokenPath)
      return c.json(existing(await supported(workshop.calendars).renew(kind, id)))
    },
    async calendarFeed(c) {
      readQuery(c, NoQuery)
      const { kind, id, token } = readParams(c, CalendarPath)
      return c.json(existing(await supported(workshop.calendars).feed(kind, id, token)))
    },
    async checkInSecret(c) {
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(await supported(workshop.checkIn).secret(id)))
    },
    async renewCheckInSecret(c) {
      readQuery(c, NoQuery)
      const { id } = readParams(c, IdPath)
      return c.json(existing(await supported(workshop.checkIn).renew(id)))
    },
  }
}
