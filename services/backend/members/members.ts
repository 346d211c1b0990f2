import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Log } from '../../../platform/log.ts'
import type { IdentityAccounts } from '../accounts/person.ts'
import { setLocaleOf } from '../orders/orders.store.ts'
import type { BackendConnector } from '../workshop.ts'

interface Options {
  callers: Callers
  connector: BackendConnector
  db: Database
  /** null: accounts cannot be changed from here. */
  accounts: IdentityAccounts | null
  log: Log
}

export function memberHandlers({ callers, connector, db, accounts, log }: Options) {
  return {
    async member({ person, body }) {
      if (!person.emailVerified || person.email?.toLowerCase() !== body.email.toLowerCase())
        throw new Problem('forbidden')
      const id = await callers.memberOf(person)
      const member = id === null ? null : await connector.member(id)
      if (!member) throw new Problem('noMember')
      return member
    },
    async changeContact({ person, body: { memberId, contact } }) {
      await callers.requireOwn(person, memberId)
      const changed = await connector.changeMember(memberId, contact)
      await setLocaleOf(db, memberId, contact.language)
      // The contact is stored; mails about the sign-in may keep their language for now.
      await accounts
        ?.setLocale(person.subject, contact.language)
        .catch((error: unknown) => log.warn({ err: error }, 'the language of an account was not changed'))
      return changed
    },
    async memberPackages({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      return connector.packages(memberId)
    },
  } satisfies Partial<Handlers<BackendApi>>
}
