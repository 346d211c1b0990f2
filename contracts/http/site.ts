import { z } from 'zod'
import { CertificateCode, PublicCertificate } from '../certificate.ts'
import { EmailAddress } from '../identity.ts'
import {
  AttemptAnswers,
  AttemptResult,
  InstructionAttempt,
  InstructionEntry,
  InstructionSlug,
  InstructionText,
  OwnInstruction,
} from '../instruction.ts'
import { Id } from '../booking.ts'
import { CourseSession } from '../course.ts'
import { CoursePlace, PlaceStep } from '../course-place.ts'
import { GuestPlace, GuestRequest, GuestToken } from '../guest-place.ts'
import { ClaimedOrder, PlacedOrder } from '../order.ts'
import { Deletion, DeletionToken } from '../personal-data.ts'
import {
  Contact,
  GuardianRequest,
  SignUp,
  SignUpImage,
  SignUpOffer,
  SignUpOrder,
  SignUpStart,
} from '../sign-up.ts'
import { Invitation, InvitationToken } from '../team.ts'
import {
  Cancellation,
  DeclarationReceipt,
  DeclarationToken,
  DisownedDeclaration,
  FormKey,
  Withdrawal,
} from '../declaration.ts'
import { endpoint, find } from './endpoint.ts'

/** The site's server; where it asks for a visitor's sign-up, the header `Signup-Token` has its token. */
const site = ['backend'] as const
const nothing = z.object({})
const GuardianToken = z.string().min(20).max(100)

/** The secret of a mailed link. */
const OrderClaim = z.object({ token: z.string().regex(/^[\w-]{32}$/, 'the end of the link') })

const OneLink = z.strictObject({ token: GuestToken })

const OneDeletion = z.object({ token: DeletionToken })

/** What the site's server alone calls of the product backend, for visitors and for people with a mailed link. */
export const siteApi = {
  certificate: find('GET /certificates/{code}', {
    summary:
      'What everybody with the address of a certificate may read: whose it is in short, and whether it is valid.',
    callers: site,
    params: { code: CertificateCode },
    answer: PublicCertificate,
  }),
  instructions: endpoint('GET /instructions', {
    summary: 'The safety instructions that members can answer, and what each gives.',
    callers: site,
    answer: z.array(InstructionEntry),
  }),
  instructionText: find('GET /instruction/{slug}/text', {
    summary: 'What an instruction says, for everybody to read, in the language of the call.',
    callers: site,
    params: { slug: InstructionSlug },
    answer: InstructionText,
  }),
  askInstructionLink: endpoint('POST /instruction/{slug}/link', {
    summary:
      'Mails the member with an address a link to the questions of an instruction. The answer is the same for every address.',
    callers: site,
    params: { slug: InstructionSlug },
    body: z.strictObject({ email: EmailAddress }),
    status: 202,
    answer: nothing,
    problems: ['notFound', 'tooManyRequests'],
  }),
  linkedInstruction: endpoint('POST /instruction/{slug}/link/get', {
    summary: 'An instruction, and how far the member with the link is with it.',
    callers: site,
    params: { slug: InstructionSlug },
    body: OneLink,
    answer: OwnInstruction,
    problems: ['notFound', 'linkExpired'],
  }),
  beginLinkedAttempt: endpoint('POST /instruction/{slug}/link/attempts', {
    summary: 'Draws questions for the member with the link. A repeated call gets the same ones.',
    callers: site,
    params: { slug: InstructionSlug },
    body: OneLink,
    answer: InstructionAttempt,
    problems: ['notFound', 'linkExpired', 'quizTooSoon', 'trainingNeeded', 'conflict'],
  }),
  finishLinkedAttempt: endpoint('POST /instruction/{slug}/link/attempts/{id}', {
    summary:
      'Judges the answers of the member with the link. The same answers once more get the same result.',
    callers: site,
    params: { slug: InstructionSlug },
    body: AttemptAnswers.extend(OneLink.shape),
    answer: AttemptResult,
    problems: ['notFound', 'linkExpired', 'attemptEnded', 'trainingNeeded'],
  }),
  askGuestPlace: endpoint('POST /course/guest', {
    summary:
      'Mails a link that takes a place on a date without an account. The answer is the same for every address.',
    callers: site,
    body: GuestRequest,
    status: 202,
    answer: nothing,
    problems: ['notFound', 'accountNeeded', 'refused', 'notSupported', 'tooManyRequests'],
  }),
  guestPlace: endpoint('POST /course/guest/get', {
    summary: 'What the link of a guest leads to: a sign-up that can be completed, or the place.',
    callers: site,
    body: OneLink,
    answer: GuestPlace,
    problems: ['notFound', 'linkExpired', 'accountNeeded'],
  }),
  takeGuestPlace: endpoint('POST /course/guest/take', {
    summary:
      'Completes the sign-up of a guest: a free place is booked, a paid one held while it is paid, and on a full date they wait. A repeated call gets the same place.',
    callers: site,
    body: z.strictObject({ token: GuestToken, priceSeen: CoursePlace.shape.price }),
    answer: PlaceStep,
    problems: [
      'notFound',
      'linkExpired',
      'accountNeeded',
      'refused',
      'priceChanged',
      'alreadySignedUp',
      'conflict',
      'orderRunning',
      'notSupported',
      'amountTooSmall',
      'overloaded',
    ],
  }),
  acceptGuestPlace: endpoint('POST /course/guest/accept', {
    summary: 'Accepts the seat that a guest is offered; a repeated call continues.',
    callers: site,
    body: OneLink,
    answer: PlaceStep,
    problems: ['notFound', 'offerEnded', 'conflict', 'orderRunning', 'notSupported', 'amountTooSmall'],
  }),
  leaveGuestPlace: endpoint('POST /course/guest/leave', {
    summary:
      'Cancels the place of a guest, declines an offer, or leaves the waiting list. `refund` is what the page said comes back.',
    callers: site,
    body: z.strictObject({ token: GuestToken, refund: CoursePlace.shape.refund }),
    answer: CoursePlace,
    problems: ['notFound', 'conflict', 'refundChanged', 'orderRunning'],
  }),
  claimedOrder: endpoint('POST /order/claim/get', {
    summary: 'The order behind the link of a mail, which asks whether it is of the member with the address.',
    callers: site,
    body: OrderClaim,
    answer: ClaimedOrder,
    problems: ['notFound'],
  }),
  confirmClaim: endpoint('POST /order/claim/confirm', {
    summary: 'Gives an order to the member who has its address. The link works once.',
    callers: site,
    body: OrderClaim,
    answer: ClaimedOrder,
    problems: ['notFound', 'conflict'],
  }),
  signUp: find('GET /signup', { summary: 'The sign-up of a visitor.', callers: site, answer: SignUp }),
  startSignUp: endpoint('PUT /signup/start', {
    summary: 'The first step of a sign-up; without one it makes one and answers its token, once.',
    callers: site,
    body: SignUpStart,
    answer: z.object({ token: z.string().nullable() }),
    problems: ['conflict', 'tooManyRequests'],
  }),
  signUpContact: endpoint('PUT /signup/contact', {
    summary: 'The step with name, birth date and address.',
    callers: site,
    body: Contact,
    answer: nothing,
    problems: ['notFound', 'conflict'],
  }),
  signUpImage: endpoint('PUT /signup/image', {
    summary: 'The step with the photo, or none for now.',
    callers: site,
    body: SignUpImage,
    answer: nothing,
    problems: ['notFound', 'conflict'],
  }),
  signUpPhoto: find('GET /signup/image', {
    summary: 'The photo of a sign-up.',
    callers: site,
    answer: z.object({ jpeg: z.base64() }),
  }),
  signUpOffer: endpoint('GET /signup/offer', {
    summary: 'What the order of a sign-up costs.',
    callers: site,
    answer: SignUpOffer,
    problems: ['notFound'],
  }),
  placeSignUpOrder: endpoint('POST /signup/order', {
    summary: 'Orders what a sign-up is for. A repeat answers the same order.',
    callers: site,
    body: SignUpOrder,
    answer: PlacedOrder,
    problems: ['notFound', 'conflict', 'offerChanged', 'keyReused', 'tooManyRequests'],
  }),
  paySignUp: endpoint('POST /signup/pay', {
    summary: 'Opens the payment of the order of a sign-up again.',
    callers: site,
    body: nothing,
    answer: PlacedOrder,
    problems: ['notFound', 'conflict'],
  }),
  changeSignUp: endpoint('POST /signup/change', {
    summary: 'Cancels the unpaid order of a sign-up, so that its steps can be changed.',
    callers: site,
    body: nothing,
    answer: nothing,
    problems: ['notFound', 'conflict'],
  }),
  askGuardian: endpoint('POST /signup/guardian', {
    summary: 'Mails the guardian of a buyer under 18 a link to this order.',
    callers: site,
    body: nothing,
    answer: nothing,
    problems: ['notFound', 'conflict', 'tooManyRequests'],
  }),
  guardianRequest: find('GET /guardian', {
    summary: 'What a guardian is asked to agree to, by the token of the mail.',
    callers: site,
    query: z.object({ token: GuardianToken }),
    answer: GuardianRequest,
  }),
  agreeAsGuardian: endpoint('POST /guardian/agree', {
    summary: 'The consent of a guardian, once.',
    callers: site,
    body: z.object({ token: GuardianToken, name: z.string().min(1).max(160) }),
    answer: nothing,
    problems: ['notFound'],
  }),
  deletion: endpoint('POST /deletion/get', {
    summary: 'The deletion behind the link of a mail.',
    callers: site,
    body: OneDeletion,
    answer: Deletion,
    problems: ['notFound'],
  }),
  confirmDeletion: endpoint('POST /deletion/confirm', {
    summary: 'Deletes the account behind the link of a mail, unless something is open. The link works once.',
    callers: site,
    body: OneDeletion,
    answer: Deletion,
    problems: ['notFound'],
  }),
  invitation: find('GET /invitation', {
    summary: 'An invitation to a team, by the token of its mail.',
    callers: site,
    query: z.object({ token: InvitationToken }),
    answer: Invitation,
  }),
  declareCancellation: endpoint('POST /declaration/cancel', {
    summary:
      'Somebody cancels a contract (§ 312k BGB). The answer is the same whether there is such a contract.',
    callers: site,
    body: z.object({ key: FormKey, declaration: Cancellation }),
    answer: z.object({ token: DeclarationToken }),
    problems: ['tooManyRequests'],
  }),
  declareWithdrawal: endpoint('POST /declaration/withdraw', {
    summary:
      'Somebody withdraws from a contract (§ 356a BGB). The answer is the same whether there is such a contract.',
    callers: site,
    body: z.object({ key: FormKey, declaration: Withdrawal }),
    answer: z.object({ token: DeclarationToken }),
    problems: ['tooManyRequests'],
  }),
  declarationReceipt: find('GET /declaration/receipt', {
    summary: 'A declaration as it was received, by the secret of its receipt, for 30 days.',
    callers: site,
    query: z.object({ token: DeclarationToken }),
    answer: DeclarationReceipt,
  }),
  disownable: find('GET /declaration/disown', {
    summary:
      'The declaration behind the link of a mail, which asks whether it was of the owner of the contract.',
    callers: site,
    query: z.object({ token: DeclarationToken }),
    answer: DisownedDeclaration,
  }),
  courseCalendar: endpoint('GET /course/calendar', {
    summary:
      'The sessions of the dates that a member has booked, also the cancelled ones, from a year ago on. The site asks only for a member whose calendar feed it was given the secret of.',
    callers: site,
    query: z.object({ memberId: Id }),
    answer: z.array(CourseSession),
  }),
  disown: endpoint('POST /declaration/disown', {
    summary:
      'The owner of a contract says that a declaration was not theirs: it goes on. The link works once.',
    callers: site,
    body: z.object({ token: DeclarationToken }),
    answer: DisownedDeclaration,
    problems: ['notFound'],
  }),
}
