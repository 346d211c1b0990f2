import type { BackendApi } from '../contracts/http/backend.ts'
import type { ConnectorApi } from '../contracts/http/connector.ts'
import { Contact } from '../contracts/sign-up.ts'
import { ids, mia, secrets } from './services.fixture.ts'
import { changedContact as contact } from './buyer.fixture.ts'

/** Request data of an endpoint where the defaults below do not fit. Mia's things, by paths of the service. */
export interface Sample {
  path?: string
  body?: object
  /** The same of what belongs to nobody, to compare the refusals. */
  unknown?: string
  /** Statuses for tom, for an account whose member is gone, and for one without a verified address. */
  others?: [foreign: number, gone: number, unverified: number]
  /** Status for mia, when it is not that of the contract. */
  own?: number
  /** Status for a service that may, when it is not 200. */
  service?: number
}

/** Always too late, so that no endpoint changes what the next one sees. */
const booking = {
  state: 'confirmed',
  fromDateTime: '2026-11-20T18:00',
  untilDateTime: '2026-11-20T19:00',
  resource: String(ids.equipment),
  member: String(ids.mia),
}
const { fromDateTime, untilDateTime, resource, member } = booking

export const connectorSamples: { [Name in keyof ConnectorApi]?: Sample } = {
  createBooking: { body: booking, own: 422 },
  quoteBooking: { body: booking },
  changeBooking: { body: { fromDateTime, untilDateTime, lockVersion: 1 }, own: 422 },
  bookingCosts: { path: `/fabman/bookings/costs?ids=${ids.booking}` },
  waitlist: { path: `/fabman/waitlist?member=${ids.mia}` },
  joinWaitlist: { body: { fromDateTime, untilDateTime, resource, member }, own: 422 },
  acceptOffer: { own: 422 },
  checkIn: { body: { resource, member, secret: secrets.checkIn }, own: 422 },
  // The check-in code belongs to other equipment, so that the shown one stays right.
  renewCheckInSecret: { path: `/fabman/resources/${ids.otherEquipment}/check-in-secret` },
  renewCalendarToken: { path: `/fabman/resources/${ids.equipment}/calendar-token` },
  calendarFeed: { path: `/fabman/calendars/members/${ids.mia}/${secrets.calendar}` },
  equipmentAccess: {
    path: `/fabman/members/${ids.mia}/equipment-access?day=2026-12-01`,
    unknown: '/fabman/members/77/equipment-access?day=2026-12-01',
  },
  members: { path: `/fabman/members?email=${mia.email}` },
  changeMember: { body: contact },
  // One that she does not have, so that mia keeps what she had.
  endPackage: { path: `/fabman/members/${ids.mia}/packages/999`, body: { untilDate: null } },
  // Only Fabman has trainings that were not given here.
  givenTrainings: { service: 501 },
  // One that she does not have.
  endTraining: { path: `/fabman/members/${ids.mia}/trainings/999`, body: { untilDate: null } },
  removeTraining: { path: `/fabman/members/${ids.mia}/trainings/999` },
  // One that she does not have.
  endCredit: { path: `/fabman/members/${ids.mia}/credits/999`, body: { untilDate: '2026-12-01' } },
  creditUses: { path: `/fabman/members/${ids.mia}/credits/${ids.usedUp}/uses` },
  // Gives nothing, so that mia has what she had.
  // Her bookings are still to come.
  forgetMember: { path: '/fabman/members/77' },
  openCharges: { path: '/fabman/charges?until=2026-11-01T00:00:00Z' },
  collectCharges: { path: '/fabman/bills/matrix', body: { member: ids.mia, until: '2020-01-01T00:00:00Z' } },
  recordPayment: { path: '/fabman/payments/matrix', body: { member: ids.mia, cents: 1, description: 'x' } },
  // There is no such team.
  teamCredits: { path: '/fabman/teams/77/credits?day=2026-12-01' },
  grant: {
    path: '/fabman/grants/matrix',
    body: { member: { id: ids.mia }, packages: [], credits: [], trainings: [] },
  },
}

const typedContact = {
  ...Object.fromEntries(Object.keys(Contact.shape).map((name) => [name, ''])),
  buysFor: 'self',
}

/** Of nobody: it is not signed. */
const linkedList = { token: `101.1.${'x'.repeat(22)}` }

const decision = { memberId: ids.mia, training: 1, reason: 'Gezeigt' }

const declared = { name: 'Ada', contract: 'Plus', email: 'ada@example.org' }

const ofMember = (path: string, rest = ''): Sample => ({
  path: `${path}?memberId=${ids.mia}${rest}`,
  unknown: `${path}?memberId=77${rest}`,
})

export const backendSamples: { [Name in keyof BackendApi]?: Sample } = {
  member: { body: { email: mia.email }, others: [403, 403, 403] },
  changeContact: { body: { memberId: ids.mia, contact } },
  credits: ofMember('/member/credits/get'),
  previousCredits: ofMember('/member/previousCredits/get'),
  memberPackages: ofMember('/member/packages/get'),
  subscription: ofMember('/member/subscription/get'),
  // mia has no contract.
  packageOffer: { ...ofMember('/member/subscription/offer', '&package=1'), own: 404 },
  changePackage: {
    body: {
      memberId: ids.mia,
      package: 1,
      fromDate: '2026-12-01',
      shownCents: 3900,
      shown: '',
      consents: ['terms', 'withdrawal'],
    },
    // Without an Idempotency-Key.
    own: 400,
  },
  keepPackage: { body: { memberId: ids.mia }, own: 404 },
  cancelSubscription: { body: { memberId: ids.mia, isCancelled: true }, own: 404 },
  // The same.
  beginMethod: { body: { memberId: ids.mia, isTeam: false }, own: 404 },
  method: ofMember('/member/method/get'),
  memberTrainings: ofMember('/member/trainings/get'),
  invoices: ofMember('/member/invoices/get'),
  invoiceFile: ofMember('/member/invoices/file', `&invoiceId=${ids.invoice}&format=pdf`),
  creditUses: ofMember('/member/credits/uses/get', `&creditId=${ids.usedUp}`),
  // Without an Idempotency-Key.
  payInvoice: { body: { memberId: ids.mia, invoiceId: ids.invoice }, own: 400 },
  placeOrder: {
    body: { memberId: ids.mia, pack: 1, paysBy: 'provider', shownCents: 1, shown: '', consents: [] },
    own: 400,
  },
  // The space has no billing settings.
  offer: { ...ofMember('/member/offers/get', '&pack=1'), own: 501 },
  order: ofMember('/member/orders/get', `&number=${ids.order}`),
  // A course that gives a training.
  askGuestPlace: {
    body: {
      dateId: 101,
      firstName: 'Ada',
      lastName: 'Muster',
      email: 'ada@example.org',
      isAdult: true,
      companions: [],
      accepted: true,
    },
    service: 422,
  },
  guestPlace: { body: { token: 'x'.repeat(43) }, service: 404 },
  takeGuestPlace: { body: { token: 'x'.repeat(43), priceSeen: '0.00' }, service: 404 },
  acceptGuestPlace: { body: { token: 'x'.repeat(43) }, service: 404 },
  leaveGuestPlace: { body: { token: 'x'.repeat(43), refund: '0.00' }, service: 404 },
  claimedOrder: { body: { token: secrets.claim } },
  confirmClaim: { body: { token: secrets.claim } },
  calendar: ofMember('/member/calendar/get'),
  renewCalendar: { body: { memberId: ids.mia } },
  courses: { body: {}, others: [200, 200, 200] },
  placeQuote: { path: '/course/quote?dateId=101', others: [200, 200, 403] },
  // Without an Idempotency-Key.
  signUpForCourse: {
    body: { dateId: 101, companions: [], priceSeen: '29.00', accepted: true },
    others: [400, 400, 400],
    own: 400,
  },
  courseInterest: { path: '/course/interest?courseId=1', others: [200, 200, 200] },
  setCourseInterest: { body: { courseId: 1, isOn: true }, others: [200, 200, 403] },
  coursePlaces: { others: [200, 200, 200] },
  acceptPlace: {
    path: `/course/places/${ids.coursePlace}/accept`,
    unknown: '/course/places/77/accept',
    body: {},
  },
  // No person of the world is born on that day.
  substitutePlace: {
    path: `/course/places/${ids.coursePlace}/substitute`,
    unknown: '/course/places/77/substitute',
    body: { email: 'else@example.org', firstName: 'Else', lastName: 'Muster', bornOn: '2190-05-05' },
    own: 400,
  },
  // The page showed another refund.
  leavePlace: {
    path: `/course/places/${ids.coursePlace}?refund=9.00`,
    unknown: '/course/places/77?refund=9.00',
    own: 409,
  },
  // No date runs now.
  checkInToCourse: { body: { dateId: 101, code: '000000' }, others: [422, 422, 422], own: 422 },
  // Attendance has no rows yet.
  placeCertificate: {
    path: `/course/places/${ids.coursePlace}/certificate`,
    unknown: '/course/places/77/certificate',
    own: 404,
  },
  memberCertificate: { ...ofMember('/member/certificate/get', `&code=${'x'.repeat(22)}`), own: 404 },
  certificate: { path: `/certificates/${'x'.repeat(22)}`, service: 404 },
  memberCourses: { others: [200, 200, 404] },
  packages: { others: [200, 200, 200] },
  challenge: { others: [200, 200, 200] },
  // Without its proof of work.
  register: {
    body: { altcha: 'x', email: mia.email, password: 'a long sentence', user_metadata: {} },
    others: [400, 400, 400],
    own: 400,
  },
  resendVerification: { body: { email: mia.email }, others: [202, 202, 202] },
  mailChoices: { others: [200, 200, 200] },
  changeMailChoices: {
    body: { bookings: true, reminders: true, waitlist: true },
    others: [200, 200, 200],
  },
  exportData: { body: {}, others: [200, 200, 200] },
  deletionPreview: { others: [200, 200, 200] },
  // An invoice of mia is open.
  askDeletion: { body: {}, others: [202, 202, 202], own: 409 },
  courseCalendar: { path: `/course/calendar?memberId=${ids.mia}` },
  deletion: { body: { token: 'x'.repeat(32) }, service: 404 },
  confirmDeletion: { body: { token: 'x'.repeat(32) }, service: 404 },
  team: ofMember('/member/team/get'),
  // mia has none.
  changeTeam: { body: { memberId: ids.mia, change: { kind: 'leave' } }, own: 404 },
  invitation: { path: `/invitation?token=${'x'.repeat(32)}`, service: 404 },
  acceptInvitation: { body: { token: 'x'.repeat(32) }, own: 404 },
  memberPhoto: ofMember('/member/photo/get'),
  changePhoto: { body: { memberId: ids.mia, photo: null } },
  // mia is none of the staff.
  givenTrainings: { path: `/staff/trainings/get?memberId=${ids.mia}`, others: [403, 403, 403], own: 403 },
  giveTraining: { body: decision, others: [403, 403, 403], own: 403 },
  revokeTraining: { body: decision, others: [403, 403, 403], own: 403 },
  moveDate: {
    body: { dateId: 101, fromDateTime: '2027-01-05T18:00' },
    others: [403, 403, 403],
    own: 403,
  },
  setSeats: { body: { dateId: 101, seats: 8 }, others: [403, 403, 403], own: 403 },
  callOffDate: { body: { dateId: 101 }, others: [403, 403, 403], own: 403 },
  addCourse: {
    body: { kind: 'event', title: { de: 'Neu', en: 'New' }, priceCents: 0 },
    others: [403, 403, 403],
    own: 403,
  },
  addDates: {
    body: {
      courseId: 1,
      sessions: [{ fromDateTime: '2027-01-05T18:00', untilDateTime: '2027-01-05T20:00' }],
      seats: 8,
    },
    others: [403, 403, 403],
    own: 403,
  },
  setTrainingRule: { body: { training: 1, rule: { expiry: 'never' } }, others: [403, 403, 403], own: 403 },
  setTrainingRequirement: {
    body: { training: 1, requires: 2, isNeeded: true },
    others: [403, 403, 403],
    own: 403,
  },
  staffDates: { others: [403, 403, 403], own: 403 },
  attendance: { path: '/staff/attendance/get?dateId=101', others: [403, 403, 403], own: 403 },
  attendanceCode: { path: '/staff/attendance/code?dateId=101', others: [403, 403, 403], own: 403 },
  markAttendance: {
    body: { dateId: 101, session: 1, marks: [{ place: 1, mark: 'present' }] },
    others: [403, 403, 403],
    own: 403,
  },
  linkedAttendance: { body: linkedList, others: [404, 404, 404], own: 404 },
  linkedCode: { body: linkedList, others: [404, 404, 404], own: 404 },
  linkedMarks: {
    body: { ...linkedList, session: 1, marks: [{ place: 1, mark: 'present' }] },
    others: [404, 404, 404],
    own: 404,
  },
  instructionText: { path: '/instruction/werkstatt/text' },
  askInstructionLink: {
    path: '/instruction/werkstatt/link',
    body: { email: 'no.one@example.org' },
    service: 202,
  },
  linkedInstruction: {
    path: '/instruction/werkstatt/link/get',
    body: { token: 'x'.repeat(43) },
    service: 404,
  },
  beginLinkedAttempt: {
    path: '/instruction/werkstatt/link/attempts',
    body: { token: 'x'.repeat(43) },
    service: 404,
  },
  finishLinkedAttempt: {
    path: '/instruction/werkstatt/link/attempts/1',
    body: { token: 'x'.repeat(43), answers: [{ question: 'q', options: ['b'] }], confirmed: true },
    service: 404,
  },
  instruction: { path: '/instruction/werkstatt', others: [200, 200, 404] },
  // The member of the second is gone.
  beginAttempt: { path: '/instruction/werkstatt/attempts', body: {}, others: [200, 404, 404] },
  // Judged already: the same answers get the same result.
  finishAttempt: {
    path: `/instruction/werkstatt/attempts/${ids.attempt}`,
    unknown: '/instruction/werkstatt/attempts/77',
    body: { answers: [{ question: 'q', options: ['b'] }], confirmed: true },
  },
  assertSignUp: { body: {}, others: [200, 200, 403] },
  startSignUp: {
    body: {
      item: { kind: 'membership', package: 1 },
      account: { by: 'typed', email: mia.email, isNew: false },
    },
    service: 400,
  },
  // Without the token of a sign-up.
  signUp: { service: 404 },
  signUpContact: { body: typedContact, service: 404 },
  signUpImage: { body: { jpeg: null, replaces: false }, service: 404 },
  signUpPhoto: { service: 404 },
  signUpOffer: { service: 404 },
  placeSignUpOrder: {
    body: { shownCents: 1, shown: '', paysBy: 'provider', startsEarly: true, consents: [] },
    service: 404,
  },
  paySignUp: { body: {}, service: 404 },
  changeSignUp: { body: {}, service: 404 },
  askGuardian: { body: {}, service: 404 },
  guardianRequest: { path: `/guardian?token=${'x'.repeat(43)}`, service: 404 },
  agreeAsGuardian: { body: { token: 'x'.repeat(43), name: 'Ada' }, service: 404 },
  declareCancellation: {
    body: {
      key: 'x'.repeat(32),
      declaration: { ...declared, kind: 'cancel', manner: 'ordinary', reason: null, endsOn: null },
    },
  },
  declareWithdrawal: { body: { key: 'x'.repeat(32), declaration: { ...declared, kind: 'withdraw' } } },
  disownable: { path: `/declaration/disown?token=${'x'.repeat(43)}`, service: 404 },
  disown: { body: { token: 'x'.repeat(43) }, service: 404 },
  declarationReceipt: { path: `/declaration/receipt?token=${'x'.repeat(43)}`, service: 404 },
}
