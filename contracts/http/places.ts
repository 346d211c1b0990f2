import { z } from 'zod'
import { Id } from '../booking.ts'
import { CertificateCode } from '../certificate.ts'
import {
  CheckedIn,
  CourseInterest,
  CourseInterestChoice,
  CourseCheckIn,
  CoursePlace,
  CourseSignUp,
  CourseSubstitute,
  PlaceQuote,
  PlaceStep,
} from '../course-place.ts'
import { DataFile } from '../personal-data.ts'
import { endpoint } from './endpoint.ts'

const person = ['person'] as const
const nothing = z.object({})

/** Calls of browsers to the product backend about places in courses, and certificates. Only their screens load it. */
export const placeApi = {
  placeQuote: endpoint('GET /course/quote', {
    summary: 'What a place on a date of a course would cost the caller, and what is missing for it.',
    callers: person,
    query: z.object({ dateId: Id }),
    answer: PlaceQuote,
    problems: ['notFound', 'forbidden'],
  }),
  signUpForCourse: endpoint('POST /course/sign-up', {
    summary:
      'Signs the caller up for a date: a free place is booked, a paid one held while it is paid, and on a full date they wait. A repeated call gets the same place.',
    callers: person,
    body: CourseSignUp,
    status: 201,
    answer: PlaceStep,
    problems: [
      'forbidden',
      'notFound',
      'refused',
      'priceChanged',
      'alreadySignedUp',
      'keyReused',
      'conflict',
      'orderRunning',
      'notSupported',
      'amountTooSmall',
      'tooManyRequests',
      'overloaded',
    ],
    idempotencyKey: true,
  }),
  courseInterest: endpoint('GET /course/interest', {
    summary: 'Whether the caller wants a mail about new dates of a course.',
    callers: person,
    query: z.object({ courseId: Id }),
    answer: CourseInterest,
  }),
  setCourseInterest: endpoint('POST /course/interest', {
    summary: 'Turns mails about new dates of a course on or off; they go to the confirmed address.',
    callers: person,
    body: CourseInterestChoice,
    answer: CourseInterest,
    problems: ['forbidden', 'notFound', 'tooManyRequests'],
  }),
  coursePlaces: endpoint('GET /course/places', {
    summary: 'The places of the caller, the latest first, with what cancelling gives back now.',
    callers: person,
    answer: z.array(CoursePlace),
  }),
  acceptPlace: endpoint('POST /course/places/{id}/accept', {
    summary: 'Accepts the seat that the caller is offered; a repeated call continues.',
    callers: person,
    body: nothing,
    answer: PlaceStep,
    problems: [
      'notFound',
      'forbidden',
      'offerEnded',
      'conflict',
      'orderRunning',
      'notSupported',
      'amountTooSmall',
    ],
  }),
  substitutePlace: endpoint('POST /course/places/{id}/substitute', {
    summary:
      'Gives a booked place of the caller to another person, once its payment has arrived and until the date begins. Both are told by mail. What was paid stays with the caller, who gets what is paid back.',
    callers: person,
    body: CourseSubstitute,
    answer: nothing,
    problems: [
      'notFound',
      'conflict',
      'substituteHasPlace',
      'substituteUnfit',
      'substituteUnpaid',
      'tooManyRequests',
    ],
  }),
  leavePlace: endpoint('DELETE /course/places/{id}', {
    summary:
      'Cancels a place of the caller, declines an offer, or leaves the waiting list. `refund` is what the page said comes back.',
    callers: person,
    query: z.object({ refund: CoursePlace.shape.refund }),
    answer: CoursePlace,
    problems: ['notFound', 'conflict', 'refundChanged', 'orderRunning'],
  }),
  checkInToCourse: endpoint('POST /course/check-in', {
    summary:
      'Marks the caller as present in the session that runs, by the code that the trainer shows; a repeated call changes nothing.',
    callers: person,
    body: CourseCheckIn,
    answer: CheckedIn,
    problems: ['checkInCode', 'checkInClosed', 'noPlace', 'markedAbsent', 'tooManyRequests'],
  }),
  placeCertificate: endpoint('GET /course/places/{id}/certificate', {
    summary:
      'What a place of the caller was certified with, as PDF in their language: a page for each certificate that is not revoked.',
    callers: person,
    answer: DataFile,
    problems: ['notFound', 'tooManyRequests', 'overloaded'],
  }),
  memberCertificate: endpoint('GET /member/certificate/get', {
    summary: 'The certificate of a training of the caller, as PDF in their language, unless it is revoked.',
    callers: person,
    query: z.object({ memberId: Id, code: CertificateCode }),
    answer: DataFile,
    problems: ['notFound', 'tooManyRequests', 'overloaded'],
  }),
}
