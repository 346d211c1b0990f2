import type { Context } from 'hono'
import { z } from 'zod'
import { Id } from '../../contracts/booking.ts'
import { MemberCalendar } from '../../contracts/calendar.ts'
import { Course, CourseQuery, MemberCourse } from '../../contracts/course.ts'
import { Credit, CreditUse, PreviousCredit } from '../../contracts/credit.ts'
import { Member } from '../../contracts/member.ts'
import { Catalogue, PriceList } from '../../contracts/package.ts'
import type { ServiceEnv } from '../../platform/http/service.ts'
import type { RouteDescription } from '../../platform/http/openapi.ts'

/** What answers one of the routes. */
export type Handler = (c: Context<ServiceEnv>) => Promise<Response>

/** A body that holds one e-mail address. */
export const EmailBody = z.strictObject({ email: z.email().max(254) })
export const MemberQuery = z.strictObject({ memberId: Id })
/** The id as a number: it is one in every answer. */
export const MemberBody = z.strictObject({ memberId: z.int().positive().max(2_147_483_647) })
export const CreditQuery = z.strictObject({ memberId: Id, creditId: Id })

/** Every endpoint of the product backend (specification section 7), below `/api`. */
export const routes = {
  member: {
    method: 'post',
    path: '/member/get',
    summary: 'The member of the caller, whose own verified e-mail address the body names.',
    callers: ['member'],
    body: EmailBody,
    answer: { status: 200, description: 'The member.', schema: Member },
    problems: ['noMember', 'upstreamUnavailable'],
  },
  credits: {
    method: 'get',
    path: '/member/credits/get',
    summary: 'Credit entries of the caller that can be spent today.',
    callers: ['member'],
    query: MemberQuery,
    answer: { status: 200, description: 'Credit entries.', schema: z.array(Credit) },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  previousCredits: {
    method: 'get',
    path: '/member/previousCredits/get',
    summary:
      'All credit entries of the caller and every use of them (scope usage), newest first, unfiltered.',
    callers: ['member'],
    query: MemberQuery,
    answer: {
      status: 200,
      description: 'Credit entries and usage entries.',
      schema: z.array(PreviousCredit),
    },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  creditUses: {
    method: 'get',
    path: '/member/credits/uses/get',
    summary: 'Uses of one credit entry of the caller.',
    callers: ['member'],
    query: CreditQuery,
    answer: { status: 200, description: 'Credit activities.', schema: z.array(CreditUse) },
    problems: ['notFound', 'upstreamUnavailable'],
  },
  calendar: {
    method: 'get',
    path: '/member/calendar/get',
    summary: "The address of the caller's calendar feed; null = it has none yet.",
    callers: ['member'],
    query: MemberQuery,
    answer: { status: 200, description: 'The address.', schema: MemberCalendar },
    problems: ['notFound', 'notSupported', 'upstreamUnavailable'],
  },
  renewCalendar: {
    method: 'post',
    path: '/member/calendar/renew',
    summary: "Gives the caller's calendar feed a new address; the old one is useless then.",
    callers: ['member'],
    body: MemberBody,
    answer: { status: 200, description: 'The new address.', schema: MemberCalendar },
    problems: ['notFound', 'notSupported', 'upstreamUnavailable'],
  },
  courses: {
    method: 'post',
    path: '/course/get',
    summary: 'Courses with their dates: all, or those with the given ids.',
    callers: ['backend', 'member'],
    body: CourseQuery,
    answer: { status: 200, description: 'Courses.', schema: z.array(Course) },
    problems: [],
  },
  memberCourses: {
    method: 'get',
    path: '/member/course/get',
    summary: 'Courses that the caller has a place in.',
    callers: ['member'],
    query: z.strictObject({}),
    answer: { status: 200, description: 'Course entries.', schema: z.array(MemberCourse) },
    problems: ['noMember', 'upstreamUnavailable'],
  },
  packages: {
    method: 'get',
    path: '/packages',
    summary: 'The price list: packages in their order, and packs of credits.',
    callers: ['backend', 'member'],
    query: z.strictObject({}),
    answer: { status: 200, description: 'The price list.', schema: PriceList },
    problems: ['upstreamUnavailable'],
  },
  catalogue: {
    method: 'get',
    path: '/catalogue',
    summary:
      'A number that is another one after every change of packages, courses, dates, spaces, opening hours and holidays.',
    callers: ['backend'],
    query: z.strictObject({}),
    answer: { status: 200, description: 'The version.', schema: Catalogue },
    problems: [],
  },
  resendVerification: {
    method: 'post',
    path: '/auth0/resend',
    summary: 'Sends the verification mail again. The answer is the same for any address.',
    callers: [],
    body: EmailBody,
    answer: { status: 202, description: 'Taken; says nothing about the address.', schema: z.object({}) },
    problems: ['notFound', 'tooManyRequests'],
  },
} satisfies Record<string, RouteDescription>
