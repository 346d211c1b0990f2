import { z } from 'zod'
import {
  Booking,
  BookingChange,
  BookingCreation,
  BookingFilter,
  BookingQuote,
  CalendarDay,
  Id,
  OwnCost,
  QuotedBooking,
} from '../../../contracts/booking.ts'
import {
  CalendarAddress,
  CalendarFeed,
  CalendarKind,
  CalendarToken,
  CheckIn,
  CheckInSecret,
  Secret,
} from '../../../contracts/calendar.ts'
import { Credit, CreditUse } from '../../../contracts/credit.ts'
import { Equipment } from '../../../contracts/equipment.ts'
import {
  EquipmentAccess,
  Member,
  MemberPackage,
  MemberTraining,
  TrainedResources,
} from '../../../contracts/member.ts'
import { Package } from '../../../contracts/package.ts'
import { Space } from '../../../contracts/space.ts'
import { WaitlistCreation, WaitlistEntry } from '../../../contracts/waitlist.ts'
import type { RouteDescription } from '../../../platform/http/openapi.ts'

export const IdPath = z.object({ id: Id })
export const CreditPath = z.object({ id: Id, cid: Id })
export const BookingsQuery = BookingFilter.strict().refine(inOrder, {
  path: ['untilDateTime'],
  message: 'must be after fromDateTime',
})
export const EquipmentQuery = z.strictObject({ space: Id.optional() })
export const MembersQuery = z.strictObject({ email: z.email().max(254) })
export const AccessQuery = z.strictObject({ day: CalendarDay })
/** Up to 100 ids, separated by commas. */
export const CostsQuery = z.strictObject({
  ids: z
    .string()
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/, 'up to 100 ids of bookings, separated by commas')
    .transform((ids) => ids.split(',').map(Number)),
})
export const NoQuery = z.strictObject({})
export const NewBookingBody = BookingCreation.strict()
export const QuoteBody = QuotedBooking.strict()
export const BookingChangeBody = BookingChange.strict().refine(inOrder, {
  path: ['untilDateTime'],
  message: 'must be after fromDateTime',
})
export const WaitlistBody = WaitlistCreation.strict().refine(inOrder, {
  path: ['untilDateTime'],
  message: 'must be after fromDateTime',
})
export const WaitlistQuery = z.strictObject({ member: Id })
export const CheckInBody = CheckIn.strict()
export const CalendarPath = z.object({ kind: CalendarKind, id: Id, token: Secret })
export const CalendarTokenPath = z.object({ kind: CalendarKind, id: Id })

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
    problems: ['tooManyRequests', 'noMember', 'notFound', 'refused', 'upstreamUnavailable'],
  },
  quoteBooking: {
    method: 'post',
    path: '/fabman/bookings/quote',
    summary:
      'What a booking would cost, how it would be paid, and why it would be refused; with `moves`, what moving that booking would. Nothing is written.',
    callers: ['member'],
    query: NoQuery,
    body: QuoteBody,
    answer: { status: 200, description: 'Price, split and refusals.', schema: BookingQuote },
    problems: ['noMember', 'notFound', 'upstreamUnavailable'],
  },
  changeBooking: {
    method: 'patch',
    path: '/fabman/bookings/{id}',
    summary: 'Moves, extends or shortens a booking of the caller; refused, the old one stays.',
    callers: ['member'],
    params: IdPath,
    query: NoQuery,
    body: BookingChangeBody,
    answer: { status: 200, description: 'The booking as it is now.', schema: Booking },
    problems: [
      'tooManyRequests',
      'noMember',
      'notFound',
      'conflict',
      'refused',
      'bookingEnded',
      'upstreamUnavailable',
    ],
  },
  bookingCosts: {
    method: 'get',
    path: '/fabman/bookings/costs',
    summary:
      'What each of these bookings costs, and what cancelling it now would; one that is not there is left out.',
    callers: ['read', 'manage'],
    query: CostsQuery,
    answer: { status: 200, description: 'Price and split of each.', schema: z.array(OwnCost) },
    problems: ['notSupported', 'upstreamUnavailable'],
  },
  cancelBooking: {
    method: 'delete',
    path: '/fabman/bookings/{id}',
    summary: 'Cancels a booking of the caller; again and again with the same answer.',
    callers: ['member'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The booking in state `cancelled`.', schema: Booking },
    problems: ['tooManyRequests', 'noMember', 'notFound', 'bookingEnded', 'upstreamUnavailable'],
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
  equipmentAccess: {
    method: 'get',
    path: '/fabman/members/{id}/equipment-access',
    summary: 'What keeps the caller from booking each piece of equipment on a day, whatever is free then.',
    callers: ['member'],
    params: IdPath,
    query: AccessQuery,
    answer: { status: 200, description: 'Equipment and what is missing.', schema: z.array(EquipmentAccess) },
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

  waitlist: {
    method: 'get',
    path: '/fabman/waitlist',
    summary: 'The places of a member in lines for taken times, newest first.',
    callers: ['read', 'manage'],
    query: WaitlistQuery,
    answer: { status: 200, description: 'Places.', schema: z.array(WaitlistEntry) },
    problems: ['notSupported', 'upstreamUnavailable'],
  },
  joinWaitlist: {
    method: 'post',
    path: '/fabman/waitlist',
    summary: 'Puts the caller in line for a taken time; again with the same answer.',
    callers: ['member'],
    query: NoQuery,
    body: WaitlistBody,
    answer: { status: 201, description: 'The place.', schema: WaitlistEntry },
    problems: [
      'tooManyRequests',
      'noMember',
      'notFound',
      'slotFree',
      'waitlistFull',
      'refused',
      'notSupported',
      'upstreamUnavailable',
    ],
  },
  leaveWaitlist: {
    method: 'delete',
    path: '/fabman/waitlist/{id}',
    summary: 'Gives up a place or declines its offer; again and again with the same answer.',
    callers: ['member'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The place.', schema: WaitlistEntry },
    problems: ['tooManyRequests', 'noMember', 'notFound', 'notSupported', 'upstreamUnavailable'],
  },
  acceptOffer: {
    method: 'post',
    path: '/fabman/waitlist/{id}/accept',
    summary: 'Makes the offer of a place a confirmed booking; again with the same answer.',
    callers: ['member'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The booking.', schema: Booking },
    problems: [
      'tooManyRequests',
      'noMember',
      'notFound',
      'offerEnded',
      'notSupported',
      'upstreamUnavailable',
    ],
  },
  checkIn: {
    method: 'post',
    path: '/fabman/check-ins',
    summary:
      'Says that the caller is at the machine, by the secret of its QR code. Again with the same answer.',
    callers: ['member'],
    query: NoQuery,
    body: CheckInBody,
    answer: { status: 200, description: 'The booking that is used now.', schema: Booking },
    problems: [
      'tooManyRequests',
      'noMember',
      'notFound',
      'noBookingNow',
      'notSupported',
      'upstreamUnavailable',
    ],
  },
  checkInSecret: {
    method: 'get',
    path: '/fabman/resources/{id}/check-in-secret',
    summary: 'The secret behind the QR code of a machine; null = nobody checks in there.',
    callers: ['manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The secret.', schema: CheckInSecret },
    problems: ['notFound', 'notSupported', 'upstreamUnavailable'],
  },
  renewCheckInSecret: {
    method: 'put',
    path: '/fabman/resources/{id}/check-in-secret',
    summary: 'Gives a machine a new secret; the old code is useless then.',
    callers: ['manage'],
    params: IdPath,
    query: NoQuery,
    answer: { status: 200, description: 'The secret.', schema: CheckInSecret },
    problems: ['notFound', 'notSupported', 'upstreamUnavailable'],
  },
  calendarToken: {
    method: 'get',
    path: '/fabman/{kind}/{id}/calendar-token',
    summary: 'The present address of the calendar of a member, a machine or a space; null = it has none yet.',
    callers: ['manage'],
    params: CalendarTokenPath,
    query: NoQuery,
    answer: { status: 200, description: 'The token and the address.', schema: CalendarAddress },
    problems: ['notFound', 'notSupported', 'upstreamUnavailable'],
  },
  renewCalendarToken: {
    method: 'put',
    path: '/fabman/{kind}/{id}/calendar-token',
    summary:
      'Gives the calendar of a member, a machine or a space a new address; the old one is useless then.',
    callers: ['manage'],
    params: CalendarTokenPath,
    query: NoQuery,
    answer: { status: 200, description: 'The token and the address.', schema: CalendarToken },
    problems: ['notFound', 'notSupported', 'upstreamUnavailable'],
  },
  calendarFeed: {
    method: 'get',
    path: '/fabman/calendars/{kind}/{id}/{token}',
    summary:
      'The bookings behind a calendar address, of the last 90 days and to come, cancelled ones included.',
    callers: ['read', 'manage'],
    params: CalendarPath,
    query: NoQuery,
    answer: { status: 200, description: 'The feed.', schema: CalendarFeed },
    problems: ['notFound', 'notSupported', 'upstreamUnavailable'],
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

function inOrder({
  fromDateTime,
  untilDateTime,
}: Pick<BookingFilter, 'fromDateTime' | 'untilDateTime'>): boolean {
  return !fromDateTime || !untilDateTime || fromDateTime < untilDateTime
}
