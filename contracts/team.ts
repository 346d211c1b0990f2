import { z } from 'zod'
import { CalendarDay } from './booking.ts'
import { Subscription } from './subscription.ts'

const id = z.number().int()
const cents = z.number().int()
const Id = z.int().positive().max(2_147_483_647)

const TeamRole = z.enum(['owner', 'manager', 'member'])

/** Days in which an invitation can be accepted. */
export const invitationDays = 14

/** Days in which somebody can say that they take a team over. */
export const handOverDays = 14

/** A team as one of its people sees it. */
export const Team = z.object({
  id,
  name: z.string(),
  /** Of the caller. */
  role: TeamRole,
  /** Name of its package. */
  packageName: z.object({ de: z.string(), en: z.string() }),
  seats: z.number().int(),
  /** Its package allows no booking until the owner pays an invoice. */
  isSuspended: z.boolean(),
  /** The owner first; with a seat unless it is the owner without one. */
  people: z.array(
    z.object({
      /** Names the seat of the person; null = the owner has none. */
      seat: id.nullable(),
      name: z.string(),
      role: TeamRole,
      isSelf: z.boolean(),
      since: CalendarDay.nullable(),
      /** The caller may take the seat back. */
      canBeEnded: z.boolean(),
      /** Spent of the shared credits of the running period; null = not for the caller to see, or nothing is shared. */
      usedCents: cents.nullable(),
    }),
  ),
  /** The person who is asked to own the team, and until when; the owner and that person see it. */
  nextOwner: z.object({ name: z.string(), isSelf: z.boolean(), until: CalendarDay }).nullable(),
  /** Open invitations, for those who invite. */
  invitations: z.array(z.object({ id, email: z.string(), expiresOn: CalendarDay, isOver: z.boolean() })),
  /** The shared credits that can be spent now; null = the workshop system gives each seat its own. */
  credits: z
    .object({ amountCents: cents, remainingCents: cents, untilDate: CalendarDay.nullable() })
    .nullable(),
  /** For the owner: the contract, and what seats cost from the next period on. */
  contract: Subscription.extend({
    nextSeats: z.number().int(),
    /** Fewest to most seats of the next period, each with its price and shared credits; null = nothing is shared. */
    choices: z.array(z.object({ seats: z.number().int(), priceCents: cents, creditCents: cents.nullable() })),
  }).nullable(),
})
export type Team = z.infer<typeof Team>

/** null = the member belongs to no team. */
export const MemberTeam = z.object({ team: Team.nullable() })
export type MemberTeam = z.infer<typeof MemberTeam>

const kind = <Name extends string>(name: Name) => z.literal(name)

/** What is done to a team; seats and invitations by the ids of the view. A repeat changes nothing more. */
export const TeamChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: kind('invite'), email: z.email().max(254) }),
  z.strictObject({ kind: kind('resend'), invitation: Id }),
  z.strictObject({ kind: kind('revoke'), invitation: Id }),
  z.strictObject({ kind: kind('endSeat'), seat: Id }),
  z.strictObject({ kind: kind('leave') }),
  z.strictObject({ kind: kind('takeSeat') }),
  z.strictObject({ kind: kind('setRole'), seat: Id, role: TeamRole.exclude(['owner']) }),
  /** Asks the person on a seat, who says `takeOver`; `dropHandOver`: one of both does not want it any more. */
  z.strictObject({ kind: kind('handOver'), seat: Id }),
  z.strictObject({ kind: kind('takeOver') }),
  z.strictObject({ kind: kind('dropHandOver') }),
  z.strictObject({ kind: kind('setSeats'), seats: z.int().min(1).max(50) }),
  z.strictObject({ kind: kind('cancel'), isCancelled: z.boolean() }),
])
export type TeamChange = z.infer<typeof TeamChange>

/** The end of a mailed link. */
export const InvitationToken = z.string().regex(/^[\w-]{32}$/, 'the end of the link')

/** An invitation, to whoever has its link. */
export const Invitation = z.object({
  team: z.string(),
  inviter: z.string(),
  /** The account that accepts has just this address. */
  email: z.string(),
  /** `over`: accepted, taken back or too old; `full`: every seat is taken. */
  state: z.enum(['open', 'over', 'full']),
})
export type Invitation = z.infer<typeof Invitation>

const name = z.string().trim().min(1).max(80)

/** Body of POST /invitation/accept; the person is needed where the account belongs to no member. */
export const InvitationAccept = z.object({
  token: InvitationToken,
  person: z.strictObject({ firstName: name, lastName: name, dateOfBirth: CalendarDay }).optional(),
})
