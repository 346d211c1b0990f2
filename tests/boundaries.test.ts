import { expect, test } from 'vitest'
import { isAllowed } from './boundaries.ts'

test.each([
  ['services/backend/members/link.ts', 'services/connector/api/bookings.ts'],
  ['services/backend/members/link.ts', 'app/paths.ts'],
  ['platform/http/service.ts', 'services/backend/routes.ts'],
  ['content/sync/push.ts', 'services/content/assets.ts'],
  ['rules/booking/booking.ts', 'clients/connector.ts'],
  ['app/ui/week-grid.tsx', 'app/session/session.ts'],
  ['app/ui/week-grid.tsx', 'app/frame/link.tsx'],
  ['app/booking/week-panel.tsx', 'app/me/own-booking-ticket.tsx'],
  ['app/sign-up/steps.tsx', 'app/booking/week-panel.tsx'],
  ['app/booking/week-panel.tsx', 'app/routes/booking.tsx'],
  ['server/main.ts', 'app/routes/booking.tsx'],
  ['app/booking/free-equipment.server.ts', 'platform/http/service.ts'],
])('%s may not import %s', (file, target) => expect(isAllowed(file, target)).toBe(false))

test.each([
  ['services/backend/members/link.ts', 'services/backend/routes.ts'],
  ['services/backend/members/link.ts', 'clients/content/content.ts'],
  ['app/routes/booking.tsx', 'app/booking/week-panel.tsx'],
  ['app/routes/home.tsx', 'app/routes/load-content.server.ts'],
  ['app/routes.ts', 'app/routes/booking.tsx'],
  ['app/guards/guard.test.ts', 'app/routes/team/contact.tsx'],
  ['app/sign-up/steps.tsx', 'app/ui/week-grid.tsx'],
  ['server/compose/parts.ts', 'services/backend/routes.ts'],
])('%s may import %s', (file, target) => expect(isAllowed(file, target)).toBe(true))
