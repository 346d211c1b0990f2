import type { Day } from '../../../rules/time.ts'
import type { Ordering } from '../orders/parts.ts'
import type { StoredOrder, Tx } from '../orders/orders.store.ts'
import { forget as forgetInvitations } from './invitations.store.ts'
import * as store from './teams.store.ts'

/** After the last day on which it could be accepted. */
const keepInvitationsMs = 90 * 24 * 60 * 60_000

/** Makes the team that an order pays for, with its seats, and gives the owner one who wants it and has none. */
export async function beginTeam(
  tx: Tx,
  { order, owner, today, now }: { order: StoredOrder; owner: number; today: Day; now: Date },
): Promise<void> {
  const { id, offer, buyer, rights } = order
  await store.insertTeam(tx, {
    id,
    name: buyer.company ?? `${buyer.firstName} ${buyer.lastName}`,
    ownerId: owner,
    packageId: rights.package ?? 0,
    createdAt: now,
    seats: rights.seats ?? 1,
  })
  const wantsSeat = offer?.item.kind === 'team' && offer.item.ownerTakesSeat
  if (wantsSeat && (await store.hasNoSeat(tx, owner)))
    await store.takeSeat(tx, { team: id, member: owner, role: 'manager', today })
}

/**
 * Gives each taken seat its package at the workshop system, and ends the packages of seats that were given back. Every
 * step has a key or can be repeated, so that a crash or a workshop system that is away loses nothing.
 */
export async function tendSeats({ db, connector, clock, log }: Ordering): Promise<void> {
  await store.endSeatsOfEndedTeams(db)
  await forgetInvitations(db, new Date(clock().getTime() - keepInvitationsMs))
  for (const holding of await store.untoldHoldings(db)) {
    const { id, teamId: team, memberId, packageId, takenOn, untilDate, isTold } = holding
    try {
      let owned = holding.memberPackageId
      if (owned === null) {
        const granted = await connector.grant(`seat-${id}`, {
          member: { id: memberId },
          packages: [{ package: packageId, fromDate: takenOn, untilDate: null, team }],
          credits: [],
          trainings: [],
        })
        owned = granted.packages[0] ?? null
        if (owned === null) throw new Error('a grant without its package')
        await store.storePackage(db, holding, owned)
      }
      if (isTold) continue
      await connector.endPackage(memberId, owned, { untilDate })
      await store.markEndTold(db, id)
    } catch (error) {
      // The seats of others do not wait for this one.
      log.error({ err: error, seat: id }, 'a seat was not given or taken back')
    }
  }
}
