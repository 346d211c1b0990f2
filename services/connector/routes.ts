import { z } from 'zod'
import { Booking, BookingCreation, BookingFilter, Id } from '../../contracts/booking.ts'
import { Credit, CreditUse } from '../../contracts/credit.ts'
import { Equipment } from '../../contracts/equipment.ts'
import { Member, MemberPackage, MemberTraining, TrainedResources } from '../../contracts/member.ts'
import { Package } from '../../contracts/package.ts'
import { Space } from '../../contracts/space.ts'
import type { RouteDescription } from '../../platform/openapi.ts'

export const IdPath = z.object({ id: Id })
export const CreditPath = z.object({ id: Id, cid: Id })
export const BookingsQuery = BookingFilter.strict().refine(inOrder, {
  path: ['untilDateTime'],
  message: 'must be after fromDateTime',
})
export const EquipmentQuery = z.strictObject({ space: Id.optional() })
export const MembersQuery = z.strictObject({ email: z.email().max(254) })
export const NoQuery = z.strictObject({})
export const NewBookingBody = BookingCreation.strict()

/** The nine calls of the specification (section 7), then what the backend needs (`decisions.md` 2). */
export const routes = {
  bookings: {
    method: 'get',
    path: '/fabman/bookings',
    summary:
      'Bookings that overlap the given times, in order of their start, at most 1,000 (the latest). An empty or absent state means every state.',
    callers: ['read', 'manage'],
    query: BookingFilter.strict(),
    answer: { status: 200, description: 'Bookings.', schema: z.array(Booking) },
    problems: ['upstreamUnavailable'],
  },
  createBooking: {
    method: 'post',
    path: '/fabman/bookings',
    summary: "Books for the caller. The state is the workshop system's to decide; the given one is ignored.",
    callers: ['member'],
    query: NoQuery,
    body: NewBookingBody,
    answer: { status: 201, description: 'The booking.', schema: Booking },
    problems: ['noMember', 'notFound', 'refused', 'upstreamUnavailable'],
  },
  cancelBooking: {
    method: 'delete',
    path: '/fabman/bookings/{id}',
    summary: 'Cancels a booking of the caller; again and again with the same answer.',
    callers: ['member'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The booking in state `cancelled`.', schema: Booking },
    problems: ['noMember', 'notFound', 'bookingEnded', 'upstreamUnavailable'],
  },
  equipmentItem: {
    method: 'get',
    path: '/fabman/resources/{id}',
    summary: 'One piece of equipment.',
    callers: ['read', 'manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The equipment.', schema: Equipment },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  equipment: {
    method: 'get',
    path: '/fabman/resources',
    summary: 'All equipment, or that of one space.',
    callers: ['read', 'manage'],
    query: EquipmentQuery,
    answer: { status: 200, description: 'Equipment.', schema: z.array(Equipment) },
    problems: ['upstreamUnavailable'],
  },
  trainedResources: {
    method: 'get',
    path: '/fabman/members/{id}/trained-resources',
    summary: "Ids of the equipment that the caller's trainings unlock today.",
    callers: ['member'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'Ids.', schema: TrainedResources },
    problems: ['noMember', 'notFound', 'upstreamUnavailable'],
  },
  spaces: {
    method: 'get',
    path: '/fabman/spaces',
    summary: 'All spaces.',
    callers: ['read', 'manage'],
    query: NoQuery,
    answer: { status: 200, description: 'Spaces.', schema: z.array(Space) },
    problems: ['upstreamUnavailable'],
  },
  space: {
    method: 'get',
    path: '/fabman/spaces/{id}',
    summary: 'One space with its opening hours.',
    callers: ['read', 'manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The space.', schema: Space },
    problems: ['notFound', 'upstreamUnavailable'],
  },

  members: {
    method: 'get',
    path: '/fabman/members',
    summary: 'The member with exactly this e-mail address: nobody or one.',
    callers: ['manage'],
    query: MembersQuery,
    answer: { status: 200, description: 'Members.', schema: z.array(Member) },
    problems: ['upstreamUnavailable'],
  },
  member: {
    method: 'get',
    path: '/fabman/members/{id}',
    summary: 'One member.',
    callers: ['manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The member.', schema: Member },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  credits: {
    method: 'get',
    path: '/fabman/members/{id}/credits',
    summary: 'All credit entries of a member, newest first.',
    callers: ['manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'Credit entries.', schema: z.array(Credit) },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  creditUses: {
    method: 'get',
    path: '/fabman/members/{id}/credits/{cid}/uses',
    summary: 'The uses of one credit entry, newest first.',
    callers: ['manage'],
    params: CreditPath,
    query: NoQuery,
    answer: { status: 200, description: 'Uses.', schema: z.array(CreditUse) },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  packageList: {
    method: 'get',
    path: '/fabman/packages',
    summary: 'The packages that can be bought, in the order of the price list.',
    callers: ['manage'],
    query: NoQuery,
    answer: { status: 200, description: 'Packages.', schema: z.array(Package) },
    problems: ['upstreamUnavailable'],
  },
  packages: {
    method: 'get',
    path: '/fabman/members/{id}/packages',
    summary: 'The packages of a member, past and present.',
    callers: ['manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'Packages.', schema: z.array(MemberPackage) },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  trainings: {
    method: 'get',
    path: '/fabman/members/{id}/trainings',
    summary: 'The trainings of a member, past and present.',
    callers: ['manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'Trainings.', schema: z.array(MemberTraining) },
    problems: ['notFound', 'upstreamUnavailable'],
  },
} satisfies Record<string, RouteDescription>

function inOrder({ fromDateTime, untilDateTime }: BookingFilter): boolean {
  return !fromDateTime || !untilDateTime || fromDateTime < untilDateTime
}
