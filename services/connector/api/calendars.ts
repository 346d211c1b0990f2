import type { WorkshopSystem } from '../workshop-system.ts'
import { type ConnectorHandlers, orNotSupported } from './handler.ts'

/** Calendars behind secret addresses. */
export function calendarHandlers(workshop: WorkshopSystem) {
  return {
    calendarToken: async ({ params: { kind, id } }) => orNotSupported(workshop.calendars).address(kind, id),
    renewCalendarToken: async ({ params: { kind, id } }) =>
      orNotSupported(workshop.calendars).renew(kind, id),
    calendarFeed: async ({ params: { kind, id, token } }) =>
      orNotSupported(workshop.calendars).feed(kind, id, token),
  } satisfies Partial<ConnectorHandlers>
}
