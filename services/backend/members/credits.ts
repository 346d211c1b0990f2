import type { Credit } from '../../../contracts/credit.ts'
import { Problem } from '../../../contracts/problem.ts'
import type { Clock } from '../../../platform/clock.ts'
import { readQuery } from '../../../platform/http/service.ts'
import { currentCredits, previousCredits } from '../../../rules/credits.ts'
import { dayOf, toLocal } from '../../../rules/time.ts'
import type { Authentication } from '../callers.ts'
import type { BackendConnector } from '../workshop.ts'
import { CreditQuery, type Handler, MemberQuery } from '../routes.ts'

interface Options {
  authentication: Authentication
  connector: BackendConnector
  clock: Clock
}

/** Credits belong to workshop management: these check the caller and forward (`decisions.md` 1). */
export function creditHandlers({ authentication, connector, clock }: Options) {
  return { credits, previousCredits: previous, creditUses } satisfies Record<string, Handler>

  async function credits(c: Parameters<Handler>[0]) {
    const caller = await authentication.caller(c.req.raw)
    const { memberId } = readQuery(c, MemberQuery)
    await authentication.requireOwn(caller, memberId)

    const [today, entries] = await Promise.all([todayOf(memberId), entriesOf(memberId)])
    return c.json(currentCredits(entries, today))
  }

  async function previous(c: Parameters<Handler>[0]) {
    const caller = await authentication.caller(c.req.raw)
    const { memberId } = readQuery(c, MemberQuery)
    await authentication.requireOwn(caller, memberId)

    const entries = await entriesOf(memberId)
    const withUses = []
    // One after the other: workshop management has a rate limit, and only entries that were used are asked for.
    for (const entry of entries) {
      const uses = entry.remaining === entry.amount ? [] : await connector.creditUses(memberId, entry.id)
      withUses.push({ entry, uses: uses ?? [] })
    }
    return c.json(previousCredits(withUses))
  }

  async function creditUses(c: Parameters<Handler>[0]) {
    const caller = await authentication.caller(c.req.raw)
    const { memberId, creditId } = readQuery(c, CreditQuery)
    await authentication.requireOwn(caller, memberId)

    const uses = await connector.creditUses(memberId, creditId)
    if (!uses) throw new Problem('notFound')
    return c.json(uses)
  }

  async function entriesOf(memberId: number): Promise<Credit[]> {
    const entries = await connector.credits(memberId)
    if (!entries) throw new Problem('notFound')
    return entries
  }

  /** The day that it is in the member's space. */
  async function todayOf(memberId: number): Promise<string> {
    const member = await connector.member(memberId)
    const space = member && (await connector.space(member.space))
    if (!space) throw new Problem('notFound')
    return dayOf(toLocal(clock(), space.timezone))
  }
}
