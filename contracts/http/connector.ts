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
} from '../booking.ts'
import {
  CalendarAddress,
  CalendarFeed,
  CalendarKind,
  CalendarToken,
  CheckIn,
  CheckInSecret,
  Secret,
} from '../calendar.ts'
import { Bill, Billing, ChargeQuery, OpenCharges, Payment, RecordedPayment } from '../charge.ts'
import { Credit, CreditEnd, CreditUse, TeamCredits } from '../credit.ts'
import { Equipment } from '../equipment.ts'
import { Grant, Granted, GrantKey } from '../grant.ts'
import { EquipmentAccess, Member, MemberPackage, TrainedResources, PackageEnd } from '../member.ts'
import { MemberContact } from '../member-contact.ts'
import { Package } from '../package.ts'
import { Space } from '../space.ts'
import { TrainingCourse } from '../training.ts'
import { WaitlistCreation, WaitlistEntry } from '../waitlist.ts'
import { MemberData } from '../personal-data.ts'
import { endpoint, find } from './endpoint.ts'
import { trainingApi } from './trainings.ts'

const readers = ['read', 'manage'] as const
const manager = ['manage'] as const
const member = ['member'] as const

const bookingData = 'Validation failed for booking data.'
const createdBookingData = 'Validation failed for created booking data.'
const waitlistData = 'Validation failed for waitlist data.'
const calendarData = 'Validation failed for calendar data.'
const checkInData = 'Validation failed for check-in data.'
const memberData = 'Validation failed for member data.'
const chargeData = 'Validation failed for charge data.'
const packageData = 'Validation failed for package data.'

const endAfterStart = { path: ['untilDateTime'], message: 'must be after fromDateTime' }

/** Up to 100 ids, separated by commas. */
const Ids = z
  .string()
  .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8}){0,99}$/, 'up to 100 ids of bookings, separated by commas')
  .transform((ids) => ids.split(',').map(Number))

/** The connector, below `/connector/v1`: C12 to C20 as specified, C21 and C22 added. */
export const connectorApi = {
  bookings: endpoint('GET /fabman/bookings', {
    summary:
      'Bookings that overlap the given times, in order of their start, at most 1,000 (the latest). An empty or absent state means every state.',
    callers: readers,
    query: BookingFilter.refine(inOrder, endAfterStart),
    answer: z.array(Booking),
    mismatch: bookingData,
  }),
  createBooking: endpoint('POST /fabman/bookings', {
    summary: 'Books for the caller. The workshop system decides the state; the given one is ignored.',
    callers: member,
    body: BookingCreation,
    status: 201,
    answer: Booking,
    problems: ['notFound', 'refused'],
    mismatch: createdBookingData,
    idempotencyKey: true,
  }),
  quoteBooking: endpoint('POST /fabman/bookings/quote', {
    summary:
      'What a booking would cost, how it would be paid, and why it would be refused; with `moves`, the same for moving that booking. Nothing is written.',
    callers: member,
    body: QuotedBooking,
    answer: BookingQuote,
    problems: ['notFound'],
    mismatch: createdBookingData,
  }),
  changeBooking: endpoint('PATCH /fabman/bookings/{id}', {
    summary:
      'Moves, extends or shortens a booking of the caller. When it is refused, the booking stays as it was.',
    callers: member,
    body: BookingChange.refine(inOrder, endAfterStart),
    answer: Booking,
    problems: ['notFound', 'conflict', 'refused', 'bookingEnded'],
    mismatch: createdBookingData,
    idempotencyKey: true,
  }),
  bookingCosts: endpoint('GET /fabman/bookings/costs', {
    summary:
      'What each of these bookings costs, and what cancelling it now would cost; unknown ids are left out.',
    callers: readers,
    query: z.object({ ids: Ids }),
    answer: z.array(OwnCost),
    problems: ['notSupported'],
    mismatch: bookingData,
  }),
  cancelBooking: endpoint('DELETE /fabman/bookings/{id}', {
    summary: 'Cancels a booking of the caller; a repeated call gets the same answer.',
    callers: member,
    answer: Booking,
    problems: ['notFound', 'bookingEnded'],
    mismatch: createdBookingData,
    idempotencyKey: true,
  }),

  equipment: endpoint('GET /fabman/resources', {
    summary: 'All equipment, or that of one space.',
    callers: readers,
    query: z.object({ space: Id.optional() }),
    answer: z.array(Equipment),
    mismatch: 'Validation failed for equipment data.',
  }),
  equipmentItem: find('GET /fabman/resources/{id}', {
    summary: 'One piece of equipment.',
    callers: readers,
    answer: Equipment,
    mismatch: 'Validation failed for equipment item.',
  }),
  trainedEquipment: endpoint('GET /fabman/members/{id}/trained-resources', {
    summary: "Ids of the equipment that the caller's trainings unlock on a day, today by default.",
    callers: member,
    query: z.object({ day: CalendarDay.optional() }),
    answer: TrainedResources,
    problems: ['notFound'],
    mismatch: 'Validation failed for trained equipment IDs.',
  }),
  equipmentAccess: endpoint('GET /fabman/members/{id}/equipment-access', {
    summary:
      'What keeps the caller from booking each piece of equipment on a day, apart from taken times and trainings, and their discount.',
    callers: member,
    query: z.object({ day: CalendarDay }),
    answer: z.array(EquipmentAccess),
    problems: ['notFound'],
    mismatch: 'Validation failed for equipment access.',
  }),
  trainingCourses: endpoint('GET /fabman/training-courses', {
    summary: 'All trainings that are still given, with the equipment that each unlocks.',
    callers: readers,
    answer: z.array(TrainingCourse),
    mismatch: 'Validation failed for training data.',
  }),
  spaces: endpoint('GET /fabman/spaces', {
    summary: 'All spaces.',
    callers: readers,
    answer: z.array(Space),
    mismatch: 'Validation failed for space data.',
  }),
  space: find('GET /fabman/spaces/{id}', {
    summary: 'One space with its opening hours.',
    callers: readers,
    answer: Space,
    mismatch: 'Validation failed for space ID {id}.',
  }),

  waitlist: endpoint('GET /fabman/waitlist', {
    summary: 'The waitlist entries of a member, newest first.',
    callers: readers,
    query: z.object({ member: Id }),
    answer: z.array(WaitlistEntry),
    problems: ['notSupported'],
    mismatch: waitlistData,
  }),
  joinWaitlist: endpoint('POST /fabman/waitlist', {
    summary: 'Adds the caller to the waitlist of a taken time; a repeated call gets the same answer.',
    callers: member,
    body: WaitlistCreation.refine(inOrder, endAfterStart),
    status: 201,
    answer: WaitlistEntry,
    problems: ['notFound', 'slotFree', 'waitlistFull', 'refused', 'notSupported'],
    mismatch: waitlistData,
    idempotencyKey: true,
  }),
  leaveWaitlist: endpoint('DELETE /fabman/waitlist/{id}', {
    summary: 'Gives up a waitlist entry or declines its offer; a repeated call gets the same answer.',
    callers: member,
    answer: WaitlistEntry,
    problems: ['notFound', 'notSupported'],
    mismatch: waitlistData,
    idempotencyKey: true,
  }),
  acceptOffer: endpoint('POST /fabman/waitlist/{id}/accept', {
    summary: 'Makes the offer of a waitlist entry a confirmed booking; a repeated call gets the same answer.',
    callers: member,
    answer: Booking,
    problems: ['notFound', 'offerEnded', 'notSupported'],
    mismatch: createdBookingData,
    idempotencyKey: true,
  }),
  checkIn: endpoint('POST /fabman/check-ins', {
    summary:
      'Checks the caller in at a piece of equipment by the secret of its QR code; a repeated call gets the same answer.',
    callers: member,
    body: CheckIn,
    answer: Booking,
    problems: ['notFound', 'noBookingNow', 'notSupported'],
    mismatch: createdBookingData,
    idempotencyKey: true,
  }),
  checkInSecret: find('GET /fabman/resources/{id}/check-in-secret', {
    summary: 'The secret in the QR code of a piece of equipment; null = it has no check-in.',
    callers: manager,
    answer: CheckInSecret,
    problems: ['notSupported'],
    mismatch: checkInData,
  }),
  renewCheckInSecret: endpoint('PUT /fabman/resources/{id}/check-in-secret', {
    summary: 'Gives a piece of equipment a new secret; the old QR code stops working.',
    callers: manager,
    answer: CheckInSecret,
    problems: ['notFound', 'notSupported'],
    mismatch: checkInData,
  }),
  calendarToken: find('GET /fabman/{kind}/{id}/calendar-token', {
    summary: 'The calendar address of a member, a piece of equipment or a space; null = it has none yet.',
    callers: manager,
    params: { kind: CalendarKind },
    answer: CalendarAddress,
    problems: ['notSupported'],
    mismatch: calendarData,
  }),
  renewCalendarToken: endpoint('PUT /fabman/{kind}/{id}/calendar-token', {
    summary:
      'Gives the calendar of a member, a piece of equipment or a space a new address; the old one stops working.',
    callers: manager,
    params: { kind: CalendarKind },
    answer: CalendarToken,
    problems: ['notFound', 'notSupported'],
    mismatch: calendarData,
  }),
  calendarFeed: find('GET /fabman/calendars/{kind}/{id}/{token}', {
    summary:
      'The bookings behind a calendar address: of the last 90 days and to come, cancelled ones included.',
    callers: readers,
    params: { kind: CalendarKind, token: Secret },
    answer: CalendarFeed,
    problems: ['notSupported'],
    mismatch: calendarData,
  }),

  members: endpoint('GET /fabman/members', {
    summary: 'The member with exactly this email address: nobody or one.',
    callers: manager,
    query: z.object({ email: z.email().max(254) }),
    answer: z.array(Member),
    mismatch: memberData,
  }),
  member: find('GET /fabman/members/{id}', {
    summary: 'One member.',
    callers: manager,
    answer: Member,
    mismatch: memberData,
  }),
  changeMember: endpoint('PATCH /fabman/members/{id}', {
    summary: 'Changes the contact data of a member; a repeated call changes nothing.',
    callers: manager,
    body: MemberContact,
    answer: Member,
    problems: ['notFound', 'notSupported'],
    mismatch: memberData,
  }),
  memberData: find('GET /fabman/members/{id}/data', {
    summary: 'Everything that the workshop system keeps of a member, by area, for their own copy.',
    callers: manager,
    answer: MemberData,
    mismatch: memberData,
  }),
  forgetMember: endpoint('DELETE /fabman/members/{id}', {
    summary:
      'Cancels the coming bookings of a member, then removes who it was; bookings and sums stay. `conflict` while something is still to be charged or invoiced. A repeated call changes nothing.',
    callers: manager,
    answer: z.object({}),
    problems: ['conflict', 'notSupported'],
    mismatch: memberData,
  }),
  credits: find('GET /fabman/members/{id}/credits', {
    summary: 'All credit entries of a member, newest first.',
    callers: manager,
    answer: z.array(Credit),
    mismatch: 'Validation failed for credit data.',
  }),
  creditUses: find('GET /fabman/members/{id}/credits/{cid}/uses', {
    summary: 'The uses of one credit entry, newest first.',
    callers: manager,
    answer: z.array(CreditUse),
    mismatch: 'Validation failed for credit use data.',
  }),
  endCredit: endpoint('PATCH /fabman/members/{id}/credits/{cid}', {
    summary:
      'Gives a credit entry of a member another last day. Answers the credit entries of the member; a repeated call changes nothing.',
    callers: manager,
    body: CreditEnd,
    answer: z.array(Credit),
    problems: ['notFound', 'notSupported'],
    mismatch: 'Validation failed for credit data.',
  }),
  packageList: endpoint('GET /fabman/packages', {
    summary: 'The packages that can be bought, in the order of the price list.',
    callers: manager,
    answer: z.array(Package),
    mismatch: packageData,
  }),
  packages: find('GET /fabman/members/{id}/packages', {
    summary: 'The packages of a member, past and present.',
    callers: manager,
    answer: z.array(MemberPackage),
    mismatch: packageData,
  }),
  endPackage: endpoint('PATCH /fabman/members/{id}/packages/{owned}', {
    summary:
      'Ends a package of a member with a day, or lets it go on; one that would begin later is removed. Cancels the bookings of later days that nothing else covers. Answers the packages of the member; a repeated call does what is left.',
    callers: manager,
    body: PackageEnd,
    answer: z.array(MemberPackage),
    problems: ['notFound', 'notSupported'],
    mismatch: packageData,
  }),
  ...trainingApi,
  grant: endpoint('PUT /fabman/grants/{key}', {
    summary:
      'Gives packages, credits and trainings to a member, or to a new one, exactly once per key. A repeated call gets the same answer; after a 503 it completes what is missing.',
    callers: manager,
    params: { key: GrantKey },
    body: Grant,
    answer: Granted,
    problems: ['notFound', 'emailTaken', 'keyReused', 'notSupported'],
    mismatch: 'Validation failed for grant data.',
  }),

  teamCredits: endpoint('GET /fabman/teams/{id}/credits', {
    summary:
      'The credits that the people of a team share and that are valid on a day, and who has spent or holds how much.',
    callers: manager,
    query: z.object({ day: CalendarDay }),
    answer: TeamCredits,
    problems: ['notSupported'],
    mismatch: 'Validation failed for credit data.',
  }),
  openCharges: endpoint('GET /fabman/charges', {
    summary:
      'What each member owes for bookings charged before a time and on no bill yet; members in order of id.',
    callers: manager,
    query: ChargeQuery,
    answer: z.array(OpenCharges),
    problems: ['notSupported'],
    mismatch: chargeData,
  }),
  collectCharges: endpoint('PUT /fabman/bills/{key}', {
    summary:
      'Puts the open charges of a member on one bill, once per key; a repeated call gets the same answer.',
    callers: manager,
    params: { key: GrantKey },
    body: Billing,
    answer: Bill,
    problems: ['notFound', 'keyReused', 'notSupported'],
    mismatch: chargeData,
  }),
  recordPayment: endpoint('PUT /fabman/payments/{key}', {
    summary: 'Records money of a member that arrived, once per key; a repeated call gets the same answer.',
    callers: manager,
    params: { key: GrantKey },
    body: Payment,
    answer: RecordedPayment,
    problems: ['notFound', 'keyReused', 'notSupported'],
    mismatch: chargeData,
  }),
}
export type ConnectorApi = typeof connectorApi

function inOrder({
  fromDateTime,
  untilDateTime,
}: Pick<BookingFilter, 'fromDateTime' | 'untilDateTime'>): boolean {
  return !fromDateTime || !untilDateTime || fromDateTime < untilDateTime
}
