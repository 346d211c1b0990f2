import type { WorkshopSystem } from '../workshop-system.ts'
import type { ConnectorHandlers } from './handler.ts'

/** Members, what belongs to them and what they can buy, for the backend with its manage token. */
export function memberHandlers(workshop: WorkshopSystem) {
  return {
    members: ({ query }) => workshop.members(query),
    member: ({ params }) => workshop.member(params.id),
    credits: ({ params }) => workshop.credits(params.id),
    creditUses: ({ params }) => workshop.creditUses(params.id, params.cid),
    packageList: () => workshop.packageList(),
    packages: ({ params }) => workshop.packages(params.id),
    trainings: ({ params }) => workshop.trainings(params.id),
    grant: ({ params, body }) => workshop.grant(params.key, body),
  } satisfies Partial<ConnectorHandlers>
}
