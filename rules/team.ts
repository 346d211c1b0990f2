/** What somebody is in a team. The owner may have a seat or none, the others have one. */
export type TeamRole = 'owner' | 'manager' | 'member'

/** What can be done to a team, and the roles that may. The table is the documentation. */
const mayDo = {
  invite: ['owner', 'manager'],
  resend: ['owner', 'manager'],
  revoke: ['owner', 'manager'],
  /** Somebody else's; of a manager only by the owner (`mayEndSeat`). */
  endSeat: ['owner', 'manager'],
  /** One's own. */
  leave: ['owner', 'manager', 'member'],
  takeSeat: ['owner'],
  setRole: ['owner'],
  handOver: ['owner'],
  /** Of whoever the owner has asked. */
  takeOver: ['manager', 'member'],
  dropHandOver: ['owner', 'manager', 'member'],
  setSeats: ['owner'],
  cancel: ['owner'],
} as const satisfies Record<string, readonly TeamRole[]>

export type TeamDeed = keyof typeof mayDo

/** Whether somebody with a role may do this to their team. */
export function mayInTeam(role: TeamRole, deed: TeamDeed): boolean {
  const roles: readonly TeamRole[] = mayDo[deed]
  return roles.includes(role)
}

/** Whether somebody may take back the seat of another person in the team. */
export function mayEndSeat(role: TeamRole, of: TeamRole): boolean {
  return mayInTeam(role, 'endSeat') && (role === 'owner' || of === 'member')
}

/**
 * Returns what a number of seats costs, or credits, in cents, when `cents` are for `sold` seats. Half a cent is rounded up.
 */
export function centsForSeats(cents: number, { sold, seats }: { sold: number; seats: number }): number {
  return Math.floor((2 * cents * seats + sold) / (2 * sold))
}

/** Most seats of a team. */
export const mostSeats = 50
