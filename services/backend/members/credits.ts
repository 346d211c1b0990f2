import type { Credit } from '../../../contracts/credit.ts'
import type { BackendApi } from '../../../contracts/http/backend.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Callers } from '../../../platform/auth/callers.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Handlers } from '../../../platform/http/api.ts'
import { currentCredits, previousCredits } from '../../../rules/credits.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import type { BackendConnector } from '../workshop.ts'

interface Options {
  callers: Callers
  connector: BackendConnector
  clock: Clock
}

/** Credits belong to the workshop system: these check the caller and forward. */
export function creditHandlers({ callers, connector, clock }: Options) {
  return {
    async credits({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      const [today, entries] = await Promise.all([todayOf(memberId), entriesOf(memberId)])
      return currentCredits(entries, today)
    },
    async previousCredits({ person, query: { memberId } }) {
      await callers.requireOwn(person, memberId)
      const withUses = []
      // One after the other: the workshop system has a rate limit, and only used entries are asked for.
      for (const entry of await entriesOf(memberId)) {
        const uses = entry.remaining === entry.amount ? [] : await connector.creditUses(memberId, entry.id)
        withUses.push({ entry, uses: uses ?? [] })
      }
      return previousCredits(withUses)
    },
    async creditUses({ person, query: { memberId, creditId } }) {
      await callers.requireOwn(person, memberId)
      return connector.creditUses(memberId, creditId)
    },
  } satisfies Partial<Handlers<BackendApi>>

  async function entriesOf(memberId: number): Promise<Credit[]> {
    const entries = await connector.credits(memberId)
    if (!entries) throw new Problem('notFound')
    return entries
  }

  /** Today in the member's space. */
  async function todayOf(memberId: number): Promise<string> {
    const member = await connector.member(memberId)
    const space = member && (await connector.space(member.space))
    if (!space) throw new Problem('notFound')
    return dayOf(toLocal(clock(), space.timezone))
  }
}
