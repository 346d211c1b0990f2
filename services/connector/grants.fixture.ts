import type { Grant, NewMember } from '../../contracts/grant.ts'

/** The ids that a grant names; each workshop system has its own. */
export interface GrantIds {
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
