import { readFileSync } from 'node:fs'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { seedTeam } from '../../services/backend/seed/seed-team.ts'
import { seedCourses, seedCreditPacks } from '../../services/backend/seed/seed.ts'
import { seedBilling } from '../../services/backend/invoices/settings.ts'
import type { DemoParts } from '../../services/connector/engine/seed/demo.ts'
import { seedWorkshop } from '../../services/connector/engine/seed/seed.ts'
import { DemoAccounts, seedAccounts } from '../../services/identity/seed.ts'

/** Fills an empty database with the demo space of `content/demo`; each part only when it has nothing yet. */
export async function seedDemo(db: Database, clock: Clock): Promise<void> {
  await seedWorkshop(db, clock, workshopDemo())
  await Promise.all([
    seedCourses(db, clock, demo('courses')),
    seedCreditPacks(db, demo('packages')),
    seedBilling(db, clock, demo('space').space.id, demo('billing')),
    seedAccounts(db, demoAccounts()),
  ])
}

/** Adds the team of the demo, through the services that companies use. */
export function seedDemoTeam(ordering: Ordering): Promise<void> {
  return seedTeam(ordering, demo('teams'))
}

/** The files that describe the demo workshop, as they are read. */
export function workshopDemo(): DemoParts {
  return {
    space: demo('space'),
    equipment: demo('equipment'),
    members: demo('members'),
    packages: demo('packages'),
    trainings: demo('trainings'),
    credits: demo('credits'),
    bookings: demo('bookings'),
  }
}

/** The accounts of the demo, which share one public password. */
export function demoAccounts(): DemoAccounts {
  return DemoAccounts.parse(demo('accounts'))
}

function demo(name: string) {
  return JSON.parse(readFileSync(new URL(`../../content/demo/${name}.json`, import.meta.url), 'utf8'))
}
