import { z } from 'zod'
import { Id } from '../booking.ts'
import { MemberOffer, PackageChange } from '../order.ts'
import { MemberSubscription, MethodState } from '../subscription.ts'
import { endpoint } from './endpoint.ts'

const person = ['person'] as const
const OneMember = z.object({ memberId: Id })
const MemberBody = z.strictObject({ memberId: z.int().positive().max(2_147_483_647) })

/** What browsers call of the product backend about contracts. Only the screens of packages and orders load it. */
export const subscriptionApi = {
  subscription: endpoint('GET /member/subscription/get', {
    summary: 'The contract behind the package of the caller, with the next payment.',
    callers: person,
    query: OneMember,
    answer: MemberSubscription,
    problems: ['notFound'],
  }),
  cancelSubscription: endpoint('POST /member/subscription/cancel', {
    summary:
      'Cancels the contract of the caller to the end of the running period, or takes that back; a repeated call changes nothing.',
    callers: person,
    body: MemberBody.extend({ isCancelled: z.boolean() }),
    answer: MemberSubscription,
    problems: ['notFound'],
  }),
  packageOffer: endpoint('GET /member/subscription/offer', {
    summary: 'What another package costs and gives the caller from the next period on.',
    callers: person,
    query: z.object({ memberId: Id, package: Id }),
    answer: MemberOffer,
    problems: ['notFound', 'notSupported', 'guardianNeeded', 'noChange', 'upstreamUnavailable'],
  }),
  changePackage: endpoint('POST /member/subscription/change', {
    summary:
      'Changes the contract of the caller to another package from the next period on, with the obligation to pay; a repeated call is the same change.',
    callers: person,
    body: PackageChange,
    answer: MemberSubscription,
    problems: [
      'keyReused',
      'notFound',
      'priceChanged',
      'offerChanged',
      'notSupported',
      'guardianNeeded',
      'noChange',
      'orderRunning',
    ],
    idempotencyKey: true,
  }),
  keepPackage: endpoint('POST /member/subscription/keep', {
    summary: 'Takes a change that has not begun back; a repeated call changes nothing.',
    callers: person,
    body: MemberBody,
    answer: MemberSubscription,
    problems: ['notFound'],
  }),
  beginMethod: endpoint('POST /member/method/begin', {
    summary: 'The page on which the caller leaves another method of payment.',
    callers: person,
    body: MemberBody.extend({ isTeam: z.boolean() }),
    answer: z.object({ url: z.url() }),
    problems: ['notFound', 'orderRunning'],
  }),
  method: endpoint('GET /member/method/get', {
    summary: 'What became of that page.',
    callers: person,
    query: OneMember,
    answer: MethodState,
    problems: ['notFound'],
  }),
}
