import type { Context } from 'hono'
import { readParams, readQuery, type ServiceEnv } from '../../../platform/http/service.ts'
import { existing, type Handler } from './handler.ts'
import { CreditPath, IdPath, MembersQuery, NoQuery } from './routes.ts'
import type { WorkshopSystem } from '../workshop-system.ts'

type Names = 'members' | 'member' | 'credits' | 'creditUses' | 'packageList' | 'packages' | 'trainings'

/** Members, what is theirs and what they can buy, for the backend with its manage token. */
export function memberHandlers({ workshop }: { workshop: WorkshopSystem }): Record<Names, Handler> {
  return {
    async members(c) {
      return c.json(await workshop.members(readQuery(c, MembersQuery)))
    },
    async packageList(c) {
      readQuery(c, NoQuery)
      return c.json(await workshop.packageList())
    },
    async creditUses(c) {
      readQuery(c, NoQuery)
      const { id, cid } = readParams(c, CreditPath)
      return c.json(existing(await workshop.creditUses(id, cid)))
    },
    member: (c) => answerById(c, workshop.member),
    credits: (c) => answerById(c, workshop.credits),
    packages: (c) => answerById(c, workshop.packages),
    trainings: (c) => answerById(c, workshop.trainings),
  }
}

async function answerById<T>(
  c: Context<ServiceEnv>,
  read: (id: number) => Promise<T | null>,
): Promise<Response> {
  readQuery(c, NoQuery)
  const { id } = readParams(c, IdPath)
  return Response.json(existing(await read(id)))
}
