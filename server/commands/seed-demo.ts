import { readFileSync } from 'node:fs'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import { seedMembership } from '../../services/backend/seed/seed-membership.ts'
import { seedTeam } from '../../services/backend/seed/seed-team.ts'
import { latestVersions } from '../../services/backend/instructions/instructions.store.ts'
import {
  type InstructionStories,
  publishInstruction,
} from '../../services/backend/instructions/publishing.ts'
import { writePhoto } from '../../services/backend/members/photos.store.ts'
import type { Ordering } from '../../services/backend/orders/parts.ts'
import { QuestionFile } from '../../services/backend/instructions/questions.ts'
import { seedCourses, seedCreditPacks } from '../../services/backend/seed/seed.ts'
import { seedBilling } from '../../services/backend/invoices/settings.ts'
import type { DemoParts } from '../../services/connector/engine/seed/demo.ts'
import { seedWorkshop } from '../../services/connector/engine/seed/seed.ts'
import { dateCredits } from '../../services/connector/engine/seed/seed.store.ts'
import { DemoAccounts, seedAccounts } from '../../services/identity/seed.ts'

/** Fills an empty database with the demo space of `content/demo`; each part only when it has nothing yet. */
export async function seedDemo(db: Database, clock: Clock): Promise<void> {
  await seedWorkshop(db, clock, workshopDemo())
  const [added] = await Promise.all([
    seedCourses(db, clock, demo('courses')),
    seedCreditPacks(db, demo('packages')),
    seedBilling(db, clock, demo('space').space.id, demo('billing')),
    seedAccounts(db, demoAccounts()),
  ])
  // Not at later starts: Mia may have deleted it.
  if (added > 0) await writePhoto(db, { memberId: 1, jpeg: readFileSync(demoFile('mia.jpg')), now: clock() })
}

/** Adds a membership and the team of the demo, through the services that members and companies use. */
export async function seedDemoContracts(ordering: Ordering): Promise<void> {
  await seedMembership(ordering, demo('membership'))
  const isOurs = await seedTeam(ordering, demo('teams'))
  if (isOurs) await dateCredits(ordering.db)
}

/** Publishes the demo's safety instruction with the text of the content service, unless there is one. */
export async function seedInstruction({
  ordering,
  content,
}: {
  ordering: Ordering
  content: InstructionStories
}): Promise<void> {
  const { db, log } = ordering
  if ((await latestVersions(db)).length > 0) return
  const file = QuestionFile.parse(demo('instruction'))
  const asked = { slug: 'werkstatt', file, retake: 'at_renewal' } as const
  await publishInstruction({ ...ordering, stories: content }, asked).catch((error: unknown) =>
    // Another workshop system or content service may lack what the demo has.
    log.warn({ err: error }, 'the instruction of the demo was not published'),
  )
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
  return JSON.parse(readFileSync(demoFile(`${name}.json`), 'utf8'))
}

function demoFile(name: string): URL {
  return new URL(`../../content/demo/${name}`, import.meta.url)
}
