import { Problem } from '../../../contracts/problem.ts'
import { readBody } from '../../../platform/http/service.ts'
import type { Authentication } from '../callers.ts'
import type { BackendConnector } from '../workshop.ts'
import { EmailBody, type Handler } from '../routes.ts'

interface Options {
  authentication: Authentication
  connector: BackendConnector
}

export function memberHandlers({ authentication, connector }: Options): { member: Handler } {
  return {
    async member(c) {
      const caller = await authentication.caller(c.req.raw)
      const { email } = await readBody(c, EmailBody)
      if (!caller.emailVerified || caller.email?.toLowerCase() !== email.toLowerCase())
        throw new Problem('forbidden')

      const id = await authentication.memberOf(caller)
      const member = id === null ? null : await connector.member(id)
      if (!member) throw new Problem('noMember')
      return c.json(member)
    },
  }
}
