import { z } from 'zod'
import { Id } from '../booking.ts'
import { MemberCalendar } from '../calendar.ts'
import { Course, CourseQuery, MemberCourse } from '../course.ts'
import { Credit, CreditUse, PreviousCredit } from '../credit.ts'
import { InvoiceEntry, InvoiceFile } from '../invoice.ts'
import { MailChoices } from '../mail-kinds.ts'
import { Member, MemberPackage, OwnTraining } from '../member.ts'
import { MemberContact } from '../member-contact.ts'
import { MemberOffer, Order, OrderNumber, OrderPlacement, PlacedOrder } from '../order.ts'
import { Catalogue, PriceList } from '../package.ts'
import { DataFile, DeletionPreview } from '../personal-data.ts'
import { Challenge, Registration } from '../registration.ts'
import { CardPhoto, SentPhoto, SignUpAssertion } from '../sign-up.ts'
import { InvitationAccept, MemberTeam, TeamChange } from '../team.ts'
import { endpoint } from './endpoint.ts'

const person = ['person'] as const
const siteOrPerson = ['backend', 'person'] as const
const nothing = z.object({})
const OneEmail = z.object({ email: z.email().max(254) })
const OneMember = z.object({ memberId: Id })
/** The id as a number, as in every answer. */
const MemberBody = z.object({ memberId: z.int().positive().max(2_147_483_647) })

/** What browsers call of the product backend: C1 to C8 and C31. */
export const personApi = {
  member: endpoint('POST /member/get', {
    summary: 'The member of the caller, whose verified address the body names.',
    callers: person,
    body: OneEmail,
    answer: Member,
    problems: ['noMember'],
  }),
  changeContact: endpoint('POST /member/contact/change', {
    summary: 'Changes the contact data of the caller; a repeated call changes nothing.',
    callers: person,
    body: MemberBody.extend({ contact: MemberContact }),
    answer: Member,
    problems: ['notFound', 'notSupported'],
  }),
  credits: endpoint('GET /member/credits/get', {
    summary: 'Credit entries of the caller that can be spent today.',
    callers: person,
    query: OneMember,
    answer: z.array(Credit),
    problems: ['notFound'],
  }),
  previousCredits: endpoint('GET /member/previousCredits/get', {
    summary: 'All credit entries of the caller (grant) and their uses (usage), newest first.',
    callers: person,
    query: OneMember,
    answer: z.array(PreviousCredit),
    problems: ['notFound'],
  }),
  creditUses: endpoint('GET /member/credits/uses/get', {
    summary: 'Uses of one credit entry of the caller.',
    callers: person,
    query: z.object({ memberId: Id, creditId: Id }),
    answer: z.array(CreditUse),
    problems: ['notFound'],
  }),
  memberPackages: endpoint('GET /member/packages/get', {
    summary: 'The packages of the caller, past and present.',
    callers: person,
    query: OneMember,
    answer: z.array(MemberPackage),
    problems: ['notFound'],
  }),
  memberTrainings: endpoint('GET /member/trainings/get', {
    summary: 'The trainings of the caller, past and present.',
    callers: person,
    query: OneMember,
    answer: z.array(OwnTraining),
    problems: ['notFound'],
  }),
  invoices: endpoint('GET /member/invoices/get', {
    summary: 'The invoices of the caller, newest first.',
    callers: person,
    query: OneMember,
    answer: z.array(InvoiceEntry),
    problems: ['notFound'],
  }),
  invoiceFile: endpoint('GET /member/invoices/file', {
    summary: 'An invoice of the caller as PDF or XML.',
    callers: person,
    query: z.object({ memberId: Id, invoiceId: Id, format: z.enum(['pdf', 'xml']) }),
    answer: InvoiceFile,
    problems: ['notFound'],
  }),
  payInvoice: endpoint('POST /member/invoices/pay', {
    summary: 'Opens a payment for an invoice of the caller; a repeated call gets the same one.',
    callers: person,
    body: MemberBody.extend({ invoiceId: z.int().positive().max(2_147_483_647) }),
    answer: PlacedOrder,
    problems: ['notFound', 'conflict', 'notSupported', 'orderRunning', 'amountTooSmall'],
    idempotencyKey: true,
  }),
  offer: endpoint('GET /member/offers/get', {
    summary: 'What a pack of credits costs the caller now.',
    callers: person,
    query: z.object({ memberId: Id, pack: Id }),
    answer: MemberOffer,
    problems: ['notFound', 'notSupported', 'guardianNeeded', 'upstreamUnavailable'],
  }),
  placeOrder: endpoint('POST /member/orders/place', {
    summary: 'Orders a pack of credits with the obligation to pay; a repeated call gets the same one.',
    callers: person,
    body: OrderPlacement,
    answer: PlacedOrder,
    problems: [
      'keyReused',
      'notFound',
      'priceChanged',
      'offerChanged',
      'orderRunning',
      'notSupported',
      'guardianNeeded',
    ],
    idempotencyKey: true,
  }),
  order: endpoint('GET /member/orders/get', {
    summary: 'An order of the caller, after a look at its payment.',
    callers: person,
    query: z.object({ memberId: Id, number: OrderNumber }),
    answer: Order,
    problems: ['notFound'],
  }),
  calendar: endpoint('GET /member/calendar/get', {
    summary: "The address of the caller's calendar feed; null = there is none.",
    callers: person,
    query: OneMember,
    answer: MemberCalendar,
    problems: ['notFound', 'notSupported'],
  }),
  renewCalendar: endpoint('POST /member/calendar/renew', {
    summary: "Gives the caller's calendar feed a new address.",
    callers: person,
    body: MemberBody,
    answer: MemberCalendar,
    problems: ['notFound', 'notSupported'],
  }),
  courses: endpoint('POST /course/get', {
    summary: 'Courses with their dates: all, or those with the given ids.',
    callers: siteOrPerson,
    body: CourseQuery,
    answer: z.array(Course),
  }),
  memberCourses: endpoint('GET /member/course/get', {
    summary: 'Courses in which the caller has a seat.',
    callers: person,
    answer: z.array(MemberCourse),
    problems: ['noMember'],
  }),
  packages: endpoint('GET /packages', {
    summary: 'The price list: packages and packs of credits.',
    callers: siteOrPerson,
    answer: PriceList,
  }),
  catalogue: endpoint('GET /catalogue', {
    summary: 'A number that changes with packages, courses and hours.',
    callers: ['backend'],
    answer: Catalogue,
  }),
  challenge: endpoint('GET /altcha', {
    summary: 'A proof of work that a registration needs, for ten minutes.',
    callers: ['visitor'],
    answer: Challenge,
    problems: ['tooManyRequests'],
  }),
  register: endpoint('POST /auth0/register', {
    summary: 'Creates an account and mails a link that confirms its address. The answer is always the same.',
    callers: ['visitor'],
    body: Registration,
    status: 202,
    answer: z.object({}),
    problems: ['tooManyRequests'],
  }),
  resendVerification: endpoint('POST /auth0/resend', {
    summary: 'Sends the verification mail again. The answer is always the same.',
    callers: ['visitor'],
    body: OneEmail,
    status: 202,
    answer: z.object({}),
    problems: ['notFound', 'tooManyRequests'],
  }),
  mailChoices: endpoint('GET /member/mails/get', {
    summary: 'Of which topics the caller wants mails.',
    callers: person,
    answer: MailChoices,
  }),
  changeMailChoices: endpoint('POST /member/mails/change', {
    summary: 'Chooses of which topics the caller gets mails; a repeated call changes nothing.',
    callers: person,
    body: MailChoices,
    answer: MailChoices,
  }),
  exportData: endpoint('POST /member/export', {
    summary: 'A ZIP with everything that is kept of the caller.',
    callers: person,
    body: nothing,
    answer: DataFile,
    problems: ['tooManyRequests'],
  }),
  deletionPreview: endpoint('GET /member/deletion/get', {
    summary: 'What ends with the account of the caller, and what bars it.',
    callers: person,
    answer: DeletionPreview,
  }),
  askDeletion: endpoint('POST /member/deletion/ask', {
    summary: 'Mails the caller the link that deletes the account.',
    callers: person,
    body: nothing,
    status: 202,
    answer: nothing,
    problems: ['forbidden', 'conflict', 'tooManyRequests'],
  }),
  team: endpoint('GET /member/team/get', {
    summary: 'The team of the caller; for its owner with the contract.',
    callers: person,
    query: OneMember,
    answer: MemberTeam,
    problems: ['notFound'],
  }),
  changeTeam: endpoint('POST /member/team/change', {
    summary: 'Changes the team of the caller as their role allows; a repeated call changes nothing.',
    callers: person,
    body: MemberBody.extend({ change: TeamChange }),
    answer: MemberTeam,
    problems: ['notFound', 'forbidden', 'conflict', 'teamFull', 'hasTeam', 'invoiceOpen', 'tooManyRequests'],
  }),
  acceptInvitation: endpoint('POST /invitation/accept', {
    summary: 'Gives the caller the seat that their address was invited to, once.',
    callers: person,
    body: InvitationAccept,
    answer: nothing,
    problems: ['notFound', 'forbidden', 'noMember', 'teamFull', 'hasTeam'],
  }),
  memberPhoto: endpoint('GET /member/photo/get', {
    summary: 'The photo on the card of the caller; null = there is none.',
    callers: person,
    query: OneMember,
    answer: CardPhoto,
    problems: ['notFound'],
  }),
  changePhoto: endpoint('POST /member/photo/change', {
    summary: 'Puts another photo on the card of the caller; null removes it.',
    callers: person,
    body: MemberBody.extend({ photo: SentPhoto.nullable() }),
    answer: CardPhoto,
    problems: ['notFound', 'tooManyRequests'],
  }),
  assertSignUp: endpoint('POST /signup/assertion', {
    summary: 'Proves the account of the caller to a sign-up.',
    callers: person,
    body: nothing,
    answer: SignUpAssertion,
    problems: ['forbidden'],
  }),
}
