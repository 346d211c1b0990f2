import { z } from 'zod'

/** What people may choose to get no mails about. */
export const MailTopic = z.enum(['bookings', 'reminders', 'waitlist'])
export type MailTopic = z.infer<typeof MailTopic>

/** Whether a person wants mails, by topic. */
export const MailChoices = z.object({
  bookings: z.boolean(),
  reminders: z.boolean(),
  waitlist: z.boolean(),
} satisfies Record<MailTopic, z.ZodType>)
export type MailChoices = z.infer<typeof MailChoices>

/** A kind of mail: the topic by which people turn it off, or the reason for which nobody can. */
type Rule = { topic: MailTopic } | { always: string }

const contract = 'it states a contract, its change or its end: the law wants it in writing'
const money = 'it is about money that is owed, taken or paid back'
const security = 'it keeps others out of the account'

/** Every kind of mail that this product sends. A kind without a line here does not compile. */
export const mailKinds = {
  'booking-made': { topic: 'bookings' },
  'booking-changed': { topic: 'bookings' },
  'booking-found': { topic: 'bookings' },
  'booking-reminder': { topic: 'reminders' },
  'booking-offer': { topic: 'waitlist' },
  'booking-cancelled': { always: 'it proves that a booking is cancelled, and says what that costs' },
  'booking-released': { always: 'it says that a booking was lost, and what that costs' },
  'booking-uncovered': { always: 'it says that a booking was lost with a package' },
  'identity-password': { always: 'the person has just asked for it' },
  'identity-verification': { always: security },
  'identity-known': { always: security },
  'identity-passwordChanged': { always: security },
  'order-address': { always: security },
  'order-confirmation': { always: contract },
  'order-transfer': { always: contract },
  'order-failed': { always: money },
  'order-received': { always: money },
  'order-refund': { always: money },
  'declaration-cancel': { always: contract },
  'declaration-withdraw': { always: contract },
  'declaration-staff': { always: 'the operator has to act' },
  'contract-cancelled': { always: contract },
  'contract-withdrawn': { always: contract },
  'contract-refused': { always: contract },
  'contract-nothing': { always: contract },
  'team-invitation': { always: 'somebody has just asked for it, and nobody else can accept' },
  'team-accepted': { always: contract },
  'team-ended': { always: contract },
  'team-handover': { always: contract },
  'team-kept': { always: contract },
  'team-gave': { always: contract },
  'team-owns': { always: contract },
  'subscription-cancelled': { always: contract },
  'subscription-kept': { always: contract },
  'subscription-changed': { always: contract },
  'subscription-unchanged': { always: contract },
  'subscription-method': { always: security },
  'subscription-reminder': { always: money },
  'subscription-resumed': { always: money },
  'subscription-suspended': { always: money },
  'training-given': { always: 'it proves a right that somebody else has given' },
  'training-passed': { always: 'it proves a right, and says until when' },
  'training-ending': { topic: 'reminders' },
  'training-revoked': { always: 'it takes a right away, and says why' },
  'instruction-link': { always: 'the person has just asked for it' },
  'course-guest': { always: 'somebody has just asked for it, and nothing is booked without it' },
  'course-booked': { always: contract },
  'course-waiting': { always: 'the person has just asked for it' },
  'course-offered': { always: 'it offers what the person waits for, and ends soon' },
  'course-offerOver': { always: 'it says that an offer was lost' },
  'course-soon': { always: 'it tells those who wait that they can still come' },
  'course-cancelled': { always: contract },
  'course-calledOff': { always: contract },
  'course-dayBefore': { topic: 'reminders' },
  'course-moved': { always: contract },
  'course-movedList': { always: 'it changes the date that the person waits for' },
  'course-newDates': { always: 'the person has asked for it, and turns it off where they did' },
  'course-tooFew': { always: 'staff have to decide' },
  'training-notGiven': { always: 'staff have to act' },
  'course-list': { always: 'trainers need it to run their date' },
  'course-substitute': { always: 'somebody has just given them a place' },
  'course-substituted': { always: contract },
  'course-lost': { always: money },
  'course-paymentFailed': { always: money },
  'course-unpaid': { always: money },
  'course-owed': { always: money },
  invoice: { always: money },
  cancellation: { always: money },
  'signup-guardian': { always: 'without it a person under age cannot order' },
  'deletion-link': { always: security },
  'deletion-done': { always: security },
  'deletion-by-hand': { always: 'the operator has to act' },
} as const satisfies Record<string, Rule>
export type MailKind = keyof typeof mailKinds

/** The topic of a kind; null = it is always sent. */
export function topicOf(kind: MailKind): MailTopic | null {
  const rule: Rule = mailKinds[kind]
  return 'topic' in rule ? rule.topic : null
}
