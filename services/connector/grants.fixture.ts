import type { KyselyPlugin } from 'kysely'
import type { Grant, NewMember } from '../../contracts/grant.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Fetch } from '../../platform/http/service.ts'

/** The ids that a grant names; each workshop system has its own. */
interface GrantIds {
  /** Of the package Plus, which covers all equipment. */
  plus: number
}

export const noRights = { packages: [], credits: [], trainings: [] }

export const newMember = (email: string): NewMember => ({
  email,
  firstName: 'Nele',
  lastName: 'Neu',
  language: 'de',
  space: 1,
  phone: '+49 30 1',
})

/** A package, two equal credit entries and a training. */
export function everythingFor({ plus }: GrantIds, member: Grant['member']): Grant {
  const credit = { amount: '30.00', scope: 'booking', untilDate: '2027-03-31' } as const
  return {
    member,
    packages: [{ package: plus, fromDate: '2026-12-01', untilDate: null }],
    credits: [credit, credit],
    trainings: [{ training: 1, fromDate: '2026-12-01', untilDate: '2027-12-01' }],
  }
}

/**
 * A process that is killed at one point of its work: before a statement of its database, or before or after a call of
 * Fabman. Nothing that it tries afterwards has an effect.
 * @param at number of the point, from 1
 */
export function mortal(at: number) {
  let points = 0
  let isDead = false
  const point = () => {
    points++
    if (points >= at) isDead = true
    if (isDead) throw new Error('killed')
  }
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      point()
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    isDead: () => isDead,
    kill() {
      isDead = true
    },
    /** The moment after its last statement, before its answer. */
    point,
    database: (db: Database): Database => db.withPlugin(plugin),
    network:
      (fetch: Fetch): Fetch =>
      async (request) => {
        point()
        const response = await fetch(request)
        point()
        return response
      },
  }
}
