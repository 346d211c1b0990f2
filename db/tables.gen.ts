// Made by: node db/generate.ts
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** An instant. */
type Timestamp = ColumnType<Date, Date | string, Date | string>

/** A decimal string. */
type Numeric = ColumnType<string, string | number, string | number>

type Bytes = ColumnType<Buffer, Uint8Array, Uint8Array>

/** Give the object itself, never JSON.stringify of it: the driver does that. It takes a bare array for a PostgreSQL array. */
type Json = ColumnType<unknown, object & { length?: never }, object & { length?: never }>

/** Optional in an insert; like Kysely's Generated, for a column whose insert type differs from its select type. */
type Optional<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : Generated<T>

type Nullable<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S | null, I | null | undefined, U | null> : T | null

export interface AccountLinkTable {
  subject: string
  memberId: number
  createdAt: Optional<Timestamp>
  account: Optional<number>
}

export interface AccountMailTable {
  id: number
  purpose: string
  address: string
  locale: Nullable<string>
  passwordHash: Nullable<string>
}

export interface BillTable {
  id: GeneratedAlways<number>
  requestKey: string
  memberId: number
  until: Timestamp
  prepaidCents: number
  createdAt: Timestamp
}

export interface BillingSettingsTable {
  spaceId: number
  settings: Json
  updatedAt: Timestamp
}

export interface BookingTable {
  id: Optional<number>
  spaceId: number
  equipmentId: number
  memberId: number
  title: Nullable<string>
  fromDateTime: string
  untilDateTime: string
  startsAt: Timestamp
  endsAt: Timestamp
  during: GeneratedAlways<string>
  state: string
  charged: Optional<boolean>
  lockVersion: Optional<number>
  createdAt: Timestamp
  updatedAt: Timestamp
  updatedBy: Nullable<number>
  priceCents: Optional<number>
  moneyCents: Optional<number>
  chargedCents: Nullable<number>
  cancelledAt: Nullable<Timestamp>
  cancelledLate: Optional<boolean>
  checkedInAt: Nullable<Timestamp>
  requestKey: Nullable<string>
  changeKey: Nullable<string>
  remindedFor: Nullable<Timestamp>
}

export interface CatalogueTable {
  id: Optional<number>
  version: number
}

export interface CertificateTable {
  code: string
  kind: string
  grantId: Nullable<number>
  placeId: Nullable<number>
  holderName: string
  titleDe: string
  titleEn: string
  courseDe: Nullable<string>
  courseEn: Nullable<string>
  begunOn: Nullable<string>
  givenOn: string
  givenBy: string
  until: Nullable<string>
  createdAt: Timestamp
  revokedOn: Nullable<string>
}

export interface ChargeTable {
  id: GeneratedAlways<number>
  memberId: number
  bookingId: Nullable<number>
  description: string
  priceCents: number
  invoice: Nullable<number>
  createdAt: Timestamp
}

export interface CheckoutObjectTable {
  id: string
  kind: string
  body: Json
  createdAt: Timestamp
  dueAt: Nullable<Timestamp>
  attempts: Optional<number>
}

export interface ConsentTable {
  orderId: number
  kind: string
  textSha256: Bytes
  givenAt: Timestamp
}

export interface CourseTable {
  id: number
  kind: string
  titleDe: string
  titleEn: string
  story: Nullable<string>
  priceCents: number
  trainer: Nullable<string>
  grade: Nullable<string>
  memberPriceCents: Nullable<number>
  vat: Optional<string>
  vatNoteDe: Nullable<string>
  vatNoteEn: Nullable<string>
  minAge: Nullable<number>
  accompaniedBelow: Nullable<number>
  minParticipants: Nullable<number>
  decideDaysBefore: Optional<number>
  belowMinimum: Optional<string>
  freeCancelDays: Optional<number>
  lateRefundPercent: Optional<number>
  state: Optional<string>
}

export interface CourseAttendanceTable {
  placeId: number
  sessionId: number
  state: string
  markedBy: Nullable<string>
  markedAt: Timestamp
  source: Optional<string>
}

export interface CourseDateTable {
  id: number
  courseId: number
  fromDateTime: string
  untilDateTime: string
  seats: number
  reservedSeats: Optional<number>
  placeDe: Optional<string>
  placeEn: Optional<string>
  language: Optional<string>
  updatedAt: Optional<Timestamp>
  state: Optional<string>
  taken: Optional<number>
  signUpUntil: Nullable<string>
  minSessions: Nullable<number>
  movedFrom: Optional<string[]>
  sequence: Optional<number>
  minimumDecidedAt: Nullable<Timestamp>
  announcedAt: Nullable<Timestamp>
}

export interface CourseInterestTable {
  courseId: number
  subject: string
  email: string
  locale: string
  createdAt: Timestamp
}

export interface CourseListMailTable {
  dateId: number
  staffId: number
  fromDateTime: string
}

export interface CourseNeedTable {
  courseId: Nullable<number>
  trainingId: Nullable<number>
}

export interface CoursePlaceTable {
  id: Optional<number>
  dateId: number
  subject: Nullable<string>
  memberId: Nullable<number>
  firstName: Nullable<string>
  lastName: Nullable<string>
  email: Nullable<string>
  locale: Optional<string>
  bornOn: Nullable<string>
  party: Optional<number>
  companions: Optional<string[]>
  guardian: Nullable<Json>
  state: string
  priceCents: Optional<number>
  orderId: Nullable<number>
  heldUntil: Nullable<Timestamp>
  offeredUntil: Nullable<Timestamp>
  queue: Nullable<number>
  checked: Nullable<Json>
  cancelledAt: Nullable<Timestamp>
  cancelledBy: Nullable<string>
  cancelReason: Nullable<string>
  refundCents: Optional<number>
  requestKey: Nullable<string>
  createdAt: Timestamp
  movedFrom: Nullable<string>
  substitutedAt: Nullable<Timestamp>
  isGuest: Optional<boolean>
  passedOn: Nullable<string>
  passedBy: Nullable<string>
  paymentFailedAt: Nullable<Timestamp>
  giveAfter: Nullable<Timestamp>
  companionAges: Optional<number[]>
}

export interface CoursePlaceLinkTable {
  tokenHash: Bytes
  placeId: number
  createdAt: Timestamp
}

export interface CourseRequirementTable {
  courseId: number
  trainingId: number
}

export interface CourseSessionTable {
  id: Optional<number>
  dateId: number
  position: number
  fromDateTime: string
  untilDateTime: string
  placeDe: Nullable<string>
  placeEn: Nullable<string>
}

export interface CourseTrainingTable {
  courseId: number
  trainingId: number
}

export interface CreditTable {
  id: Optional<number>
  memberId: number
  scope: string
  amountCents: number
  fromDate: Nullable<string>
  untilDate: Nullable<string>
  createdAt: Timestamp
  lockVersion: Optional<number>
  usedCents: Optional<number>
  heldCents: Optional<number>
  teamId: Nullable<number>
}

export interface CreditHoldTable {
  creditId: number
  bookingId: number
  amountCents: number
}

export interface CreditPackTable {
  id: number
  creditCents: number
  priceCents: number
  validMonths: number
}

export interface CreditUseTable {
  id: Optional<number>
  creditId: number
  amountCents: number
  description: string
  bookingId: Nullable<number>
  createdAt: Timestamp
}

export interface CustomerOrderTable {
  id: Optional<number>
  number: string
  kind: string
  state: string
  spaceId: number
  memberId: Nullable<number>
  buyer: Json
  offer: Nullable<Json>
  rights: Json
  totalCents: number
  paysBy: string
  openKey: Nullable<string>
  requestKey: string
  startsEarly: boolean
  returnPaths: Json
  fromDate: Nullable<string>
  untilDate: Nullable<string>
  invoiceId: Nullable<number>
  waitsFor: Nullable<string>
  claimHash: Nullable<Bytes>
  dueAt: Nullable<Timestamp>
  attempts: Optional<number>
  holder: Nullable<string>
  lastError: Nullable<string>
  placedAt: Timestamp
  paidAt: Nullable<Timestamp>
  fulfilledAt: Nullable<Timestamp>
  erasedAt: Nullable<Timestamp>
}

export interface DeclarationTable {
  id: Optional<number>
  kind: string
  content: Json
  locale: string
  zone: string
  receivedAt: Timestamp
  receiptHash: Bytes
  state: Optional<string>
  isOpen: Optional<boolean>
  triedAt: Nullable<Timestamp>
  orderId: Nullable<number>
  subscriptionId: Nullable<number>
  endsOn: Nullable<string>
  wasOn: Nullable<string>
  disownHash: Nullable<Bytes>
  disownUntil: Nullable<Timestamp>
}

export interface DpopReplayTable {
  jtiHash: Bytes
  expiresAt: Timestamp
}

export interface DunningTable {
  invoiceId: number
  subscriptionId: number
  failedOn: string
  stage: number
  nextOn: Nullable<string>
  closedAt: Nullable<Timestamp>
}

export interface EquipmentTable {
  id: Optional<number>
  spaceId: number
  name: string
  type: Nullable<string>
  state: Optional<string>
  controlType: Optional<string>
  visibleForMembers: Optional<boolean>
  canBeBooked: Optional<boolean>
  mustBeBooked: Optional<boolean>
  exclusiveUsage: Optional<boolean>
  requiresTraining: Optional<boolean>
  bookingMaxMinutesPerMemberDay: Nullable<number>
  bookingMaxMinutesPerMemberWeek: Nullable<number>
  pricePerBookingCents: Optional<number>
  pricePerBookingSeconds: Nullable<number>
  pricePerTimeBusyCents: Optional<number>
  pricePerTimeBusySeconds: Nullable<number>
  pricePerTimeIdleCents: Optional<number>
  pricePerTimeIdleSeconds: Nullable<number>
  pricePerUsageCents: Optional<number>
  pricingMinDurationSeconds: Nullable<number>
  displayTitle: Nullable<string>
  safetyMessage: Nullable<string>
  description: Nullable<string>
  maintenanceNotes: Nullable<string>
  notes: Nullable<string>
  value: Nullable<Json>
  inUse: Optional<boolean>
  offline: Optional<boolean>
  input1: Nullable<string>
  input2: Nullable<string>
  inputAc: Nullable<string>
  input1Inverted: Optional<boolean>
  input2Inverted: Optional<boolean>
  inputAcInverted: Optional<boolean>
  idlePowerThreshold: Nullable<number>
  preventPowerOffWhileBusy: Optional<boolean>
  deadManIntervalBusy: Optional<number>
  deadManIntervalIdle: Optional<number>
  exhaustErrorShutdown: Nullable<number>
  muteDeadMan: Optional<boolean>
  stopAfterBusy: Optional<boolean>
  hasCountdown: Optional<boolean>
  lockVersion: Optional<number>
  createdAt: Timestamp
  updatedAt: Timestamp
  updatedBy: Nullable<number>
  calendarToken: Nullable<string>
  checkInSecret: Nullable<string>
  nameEn: Nullable<string>
}

export interface FabmanCalendarTable {
  account: number
  kind: string
  ownerId: number
  token: string
}

export interface FabmanIntentTable {
  id: Optional<number>
  memberId: number
  equipmentId: number
  fromDateTime: string
  untilDateTime: string
  createdAt: Timestamp
  failedAt: Nullable<Timestamp>
  bookingId: Nullable<number>
  isCancelling: Optional<boolean>
}

export interface FabmanTurnTable {
  memberId: number
  holder: string
  until: Timestamp
}

export interface FabmanUncoveredTable {
  bookingId: number
  memberId: number
  equipmentId: number
  fromDateTime: string
  untilDateTime: string
}

export interface FabmanWriteTable {
  key: string
  kind: string
  position: number
  account: number
  memberId: Nullable<number>
  foundId: Nullable<number>
  askedAt: Timestamp
}

export interface GrantRecordTable {
  key: string
  fingerprint: Bytes
  result: Nullable<Json>
  holder: Nullable<string>
  claimedUntil: Nullable<Timestamp>
  createdAt: Timestamp
}

export interface GuestSignUpTable {
  id: Optional<number>
  tokenHash: Bytes
  dateId: number
  firstName: string
  lastName: string
  email: string
  locale: string
  bornOn: Nullable<string>
  companions: Optional<string[]>
  createdAt: Timestamp
  expiresAt: Timestamp
  companionAges: Optional<number[]>
}

export interface HolidayTable {
  id: Optional<number>
  spaceId: number
  title: string
  fromDateTime: string
  untilDateTime: string
}

export interface IdempotencyKeyTable {
  memberId: number
  key: string
  fingerprint: Bytes
  claim: string
  claimedUntil: Timestamp
  status: Nullable<number>
  body: Nullable<string>
  createdAt: Timestamp
}

export interface IdentityAccountTable {
  id: string
  email: string
  emailVerified: Optional<boolean>
  passwordHash: string
  name: string
  userMetadata: Optional<string>
  blocked: Optional<boolean>
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface IdentityConnectTable {
  id: Optional<number>
  accountId: string
  connection: string
  redirectUri: string
  state: string
  codeChallenge: string
  scopes: string
  parameters: Json
  authSessionHash: Bytes
  ticketHash: Nullable<Bytes>
  providerStateHash: Nullable<Bytes>
  nonce: Nullable<string>
  codeVerifier: Nullable<string>
  connectCodeHash: Nullable<Bytes>
  subject: Nullable<string>
  name: Nullable<string>
  expiresAt: Timestamp
}

export interface IdentityConnectionTable {
  id: string
  accountId: string
  connection: string
  subject: string
  name: Nullable<string>
  scopes: string
  createdAt: Timestamp
}

export interface IdentityKeyTable {
  kid: string
  sealed: Bytes
  createdAt: Timestamp
}

export interface IdentityTicketTable {
  ticketHash: Bytes
  purpose: string
  accountId: string
  expiresAt: Timestamp
  passwordHash: Nullable<string>
}

export interface InstructionTable {
  id: GeneratedAlways<number>
  slug: string
  trainingId: number
  createdAt: Timestamp
}

export interface InstructionAttemptTable {
  id: GeneratedAlways<number>
  instructionId: number
  versionId: number
  subject: Nullable<string>
  memberId: number
  holderName: string
  locale: string
  drawn: Json
  answers: Nullable<Json>
  percent: Nullable<number>
  again: Nullable<Json>
  confirmed: Nullable<string>
  state: Optional<string>
  startedAt: Timestamp
  endedAt: Nullable<Timestamp>
  lockedAt: Nullable<Timestamp>
}

export interface InstructionLinkTable {
  tokenHash: Bytes
  instructionId: number
  memberId: number
  expiresAt: Timestamp
}

export interface InstructionVersionTable {
  id: GeneratedAlways<number>
  instructionId: number
  number: number
  content: Json
  questions: Json
  contentHash: string
  passPercent: number
  retake: string
  retakeBy: Nullable<string>
  publishedAt: Timestamp
}

export interface InvitationTable {
  id: GeneratedAlways<number>
  teamId: number
  email: string
  tokenHash: Bytes
  state: string
  invitedBy: number
  locale: string
  sentAt: Timestamp
  expiresAt: Timestamp
}

export interface InvoiceTable {
  id: Optional<number>
  spaceId: number
  year: number
  sequence: Optional<number>
  number: Optional<string>
  kind: string
  purpose: string
  memberId: Nullable<number>
  locale: string
  cancels: Nullable<number>
  issuedOn: string
  dueOn: string
  seller: Json
  buyer: Json
  scheme: string
  netCents: number
  taxCents: number
  grossCents: number
  retainUntil: string
  createdAt: Timestamp
}

export interface InvoiceDocumentTable {
  invoiceId: number
  pdf: Bytes
  xml: Nullable<string>
  createdAt: Timestamp
}

export interface InvoiceLineTable {
  invoiceId: number
  position: number
  text: string
  quantity: number
  suppliedFrom: Nullable<string>
  suppliedUntil: Nullable<string>
  taxPercent: Numeric
  netCents: number
  grossCents: number
}

export interface InvoicePaymentTable {
  id: GeneratedAlways<number>
  invoiceId: number
  requestKey: string
  method: string
  amountCents: number
  paidOn: string
  createdAt: Timestamp
}

export interface InvoiceSeriesTable {
  spaceId: number
  year: number
  prefix: string
  next: Optional<number>
}

export interface InvoiceTaxTable {
  invoiceId: number
  category: string
  taxPercent: Numeric
  netCents: number
  taxCents: number
}

export interface LegalTextTable {
  sha256: Bytes
  kind: string
  locale: string
  body: string
}

export interface MailTable {
  id: number
  kind: string
  locale: string
  toName: string
  toAddress: string
  subject: string
  text: Nullable<string>
  html: Nullable<string>
  createdAt: Optional<Timestamp>
}

export interface MailAttachmentTable {
  mailId: number
  position: number
  name: string
  type: string
  content: Bytes
}

export interface MailRefusalTable {
  address: string
  topic: string
  createdAt: Timestamp
}

export interface MemberTable {
  id: Optional<number>
  spaceId: number
  memberNumber: string
  firstName: string
  lastName: string
  emailAddress: string
  state: Optional<string>
  company: Nullable<string>
  phone: Nullable<string>
  address: Nullable<string>
  zip: Nullable<string>
  city: Nullable<string>
  countryCode: Nullable<string>
  dateOfBirth: Nullable<string>
  language: Nullable<string>
  lockVersion: Optional<number>
  createdAt: Timestamp
  updatedAt: Timestamp
  updatedBy: Nullable<number>
  requireUpfrontPayment: Optional<boolean>
  upfrontMinimumBalanceCents: Optional<number>
  calendarToken: Nullable<string>
}

export interface MemberDeletionTable {
  id: GeneratedAlways<number>
  subject: Nullable<string>
  memberId: Nullable<number>
  emails: string[]
  name: Nullable<string>
  locale: string
  state: string
  tokenHash: Bytes
  expiresAt: Timestamp
  createdAt: Timestamp
  confirmedAt: Nullable<Timestamp>
  toldAt: Nullable<Timestamp>
  doneAt: Nullable<Timestamp>
  triedAt: Nullable<Timestamp>
  byHand: Optional<string[]>
}

export interface MemberPackageTable {
  id: Optional<number>
  memberId: number
  packageId: number
  fromDate: string
  untilDate: Nullable<string>
  lockVersion: Optional<number>
  createdAt: Timestamp
  teamId: Nullable<number>
}

export interface MemberTrainingTable {
  id: Optional<number>
  memberId: number
  trainingId: number
  fromDate: string
  untilDate: Nullable<string>
  lockVersion: Optional<number>
  createdAt: Timestamp
}

export interface MembershipTurnTable {
  key: string
  orderId: number
}

export interface MethodSetupTable {
  id: Optional<number>
  memberId: number
  subscriptionId: number
  locale: string
  state: Optional<string>
  providerRef: Nullable<string>
  url: Nullable<string>
  expiresAt: Nullable<Timestamp>
  createdAt: Timestamp
  lookedAt: Nullable<Timestamp>
}

export interface OidcPayloadTable {
  model: string
  idHash: Bytes
  payload: string
  accountId: Nullable<string>
  grantId: Nullable<string>
  uid: Nullable<string>
  consumedAt: Nullable<Timestamp>
  expiresAt: Nullable<Timestamp>
}

export interface OpeningHoursTable {
  id: Optional<number>
  spaceId: number
  dayOfWeek: number
  fromTime: Nullable<string>
  untilTime: Nullable<string>
}

export interface OutboxTable {
  id: GeneratedAlways<number>
  kind: string
  key: Optional<string>
  createdAt: Optional<Timestamp>
  attempts: Optional<number>
  dueAt: Optional<Timestamp>
  validUntil: Nullable<Timestamp>
  doneAt: Nullable<Timestamp>
  failedAt: Nullable<Timestamp>
  lastError: Nullable<string>
}

export interface PackageTable {
  id: Optional<number>
  name: string
  description: Nullable<string>
  state: Optional<string>
  allowsBooking: boolean
  recurringFeeCents: number
  recurringFeePeriod: string
  bookingFeeDiscountPercent: Optional<Numeric>
  monthlyCreditCents: Optional<number>
  seats: Nullable<number>
  kind: Optional<string>
  position: Optional<number>
  nameEn: Nullable<string>
  descriptionEn: Nullable<string>
  requirementDe: Nullable<string>
  requirementEn: Nullable<string>
  givesDe: Optional<string[]>
  givesEn: Optional<string[]>
}

export interface PackageEquipmentTable {
  packageId: number
  equipmentId: number
}

export interface PaymentTable {
  id: Optional<number>
  orderId: number
  attempt: number
  mode: string
  state: string
  amountCents: number
  refundCents: Optional<number>
  disputedCents: Optional<number>
  isSurplus: Optional<boolean>
  providerRef: Nullable<string>
  url: Nullable<string>
  expiresAt: Nullable<Timestamp>
  failure: Nullable<string>
  profile: Nullable<Json>
  createdAt: Timestamp
  lookedAt: Nullable<Timestamp>
  paidAt: Nullable<Timestamp>
  triedAt: Nullable<Timestamp>
  bookedDisputedCents: Optional<number>
  returnedAt: Nullable<Timestamp>
}

export interface PaymentInstallationTable {
  onlyOne: Optional<boolean>
  id: string
}

export interface PaymentProfileTable {
  memberId: number
  customerRef: string
  methodRef: string
  kind: string
  last4: string
  updatedAt: Timestamp
  chosenAt: Nullable<Timestamp>
}

export interface PhotoTable {
  memberId: number
  jpeg: Bytes
  updatedAt: Timestamp
}

export interface PlaceConsentTable {
  placeId: number
  kind: string
  textSha256: Bytes
  givenAt: Timestamp
}

export interface PlaceReminderTable {
  placeId: number
  begins: string
}

export interface PrepaymentTable {
  id: GeneratedAlways<number>
  memberId: number
  description: string
  amountCents: number
  createdAt: Timestamp
  requestKey: Nullable<string>
}

export interface ProviderEventTable {
  id: string
  type: string
  ref: Nullable<string>
  receivedAt: Timestamp
  appliedAt: Nullable<Timestamp>
  triedAt: Nullable<Timestamp>
}

export interface RateLimitTable {
  keyHash: Bytes
  hits: number
  endsAt: Timestamp
}

export interface RefundTable {
  id: Optional<number>
  paymentId: number
  amountCents: number
  reason: string
  state: string
  providerRef: Nullable<string>
  createdAt: Timestamp
  triedAt: Nullable<Timestamp>
}

export interface SeatHoldingTable {
  id: GeneratedAlways<number>
  teamId: number
  number: Nullable<number>
  memberId: number
  role: string
  takenOn: string
  memberPackageId: Nullable<number>
  endedOn: Nullable<string>
  isTold: Optional<boolean>
}

export interface ServiceTokenTable {
  id: GeneratedAlways<number>
  name: string
  abilities: string[]
  tokenHash: Bytes
  createdAt: Timestamp
  revokedAt: Nullable<Timestamp>
  lastUsedAt: Nullable<Timestamp>
}

export interface SettingTable {
  key: string
  value: Bytes
  createdAt: Optional<Timestamp>
}

export interface SignupTable {
  id: GeneratedAlways<number>
  tokenHash: Bytes
  flow: string
  locale: string
  email: string
  subject: Nullable<string>
  memberId: Nullable<number>
  steps: Optional<Json>
  attempt: Optional<number>
  frozenAt: Nullable<Timestamp>
  orderNumber: Nullable<string>
  createdAt: Timestamp
  expiresAt: Timestamp
}

export interface SignupGuardianTable {
  signupId: number
  email: string
  tokenHash: Bytes
  offer: Json
  offerHash: Bytes
  askedAt: Timestamp
  agreedAt: Nullable<Timestamp>
  agreedBy: Nullable<string>
}

export interface SignupImageTable {
  signupId: number
  jpeg: Bytes
}

export interface SpaceTable {
  id: Optional<number>
  account: Optional<number>
  name: string
  shortName: Nullable<string>
  timezone: string
  locale: string
  state: Optional<string>
  emailAddress: Nullable<string>
  website: Nullable<string>
  phone: Nullable<string>
  infoText: Nullable<string>
  bookingTermsOfService: Nullable<string>
  bookingSlotsPerHour: number
  bookingWindowMinHours: Nullable<number>
  bookingWindowMaxDays: Nullable<number>
  bookingLockInHours: Nullable<number>
  bookingMaxMinutesPerMemberDay: Nullable<number>
  bookingMaxMinutesPerMemberWeek: Nullable<number>
  bookingOpeningHours: Nullable<string>
  bookingExclusiveMinutes: Nullable<number>
  bookingRefundable: Optional<boolean>
  bookingNamesPublic: Optional<boolean>
  calendarToken: Nullable<string>
  calendarUrl: Nullable<string>
  lockVersion: Optional<number>
  createdAt: Timestamp
  updatedAt: Timestamp
  updatedBy: Nullable<number>
}

export interface StaffTable {
  id: GeneratedAlways<number>
  email: string
  subject: Nullable<string>
  role: string
  createdAt: Timestamp
}

export interface StaffCourseTable {
  staffId: number
  courseId: number
}

export interface SubscriptionTable {
  id: Optional<number>
  memberId: number
  packageId: number
  memberPackageId: Nullable<number>
  orderId: number
  anchor: string
  period: string
  priceCents: number
  state: string
  createdAt: Timestamp
  suspendedOn: Nullable<string>
  cancelOn: Nullable<string>
  endsOn: Nullable<string>
  isTold: Optional<boolean>
  teamId: Nullable<number>
  buyer: Nullable<Json>
  changeOrderId: Nullable<number>
  isChangeTold: Optional<boolean>
}

export interface SubscriptionPeriodTable {
  subscriptionId: number
  fromDate: string
  untilDate: string
  invoiceId: Nullable<number>
  creditedAt: Nullable<Timestamp>
  seats: Nullable<number>
  orderId: number
  appendedFrom: Nullable<string>
  creditedUntil: Nullable<string>
  appendedCreditedAt: Nullable<Timestamp>
}

export interface TeamTable {
  id: number
  name: string
  ownerId: number
  packageId: number
  nextSeats: Nullable<number>
  createdAt: Timestamp
  nextOwnerId: Nullable<number>
  nextOwnerUntil: Nullable<Timestamp>
}

export interface TeamSeatTable {
  teamId: number
  number: number
}

export interface TokenEndTable {
  subject: string
  endedBefore: Timestamp
}

export interface TrainingTable {
  id: Optional<number>
  title: string
  state: Optional<string>
}

export interface TrainingEquipmentTable {
  trainingId: number
  equipmentId: number
}

export interface TrainingGrantTable {
  id: GeneratedAlways<number>
  memberId: number
  holderName: string
  trainingId: number
  title: string
  source: string
  placeId: Nullable<number>
  givenBy: string
  reason: Nullable<string>
  givenOn: string
  ownUntil: Nullable<string>
  until: Nullable<string>
  askedUntil: Nullable<string>
  state: Optional<string>
  isTold: Optional<boolean>
  workshopId: Nullable<number>
  lastError: Nullable<string>
  revokedOn: Nullable<string>
  revokeReason: Nullable<string>
  revokedBy: Nullable<string>
  comparedOn: Nullable<string>
  lockedAt: Nullable<Timestamp>
  createdAt: Timestamp
  attemptId: Nullable<number>
}

export interface TrainingReminderTable {
  grantId: number
  until: string
  days: number
}

export interface TrainingRequirementTable {
  trainingId: number
  requiresId: number
}

export interface TrainingRuleTable {
  trainingId: number
  expiry: string
  months: Nullable<number>
  monthsMinor: Nullable<number>
  monthDay: Nullable<string>
}

export interface UnrecordedPaymentTable {
  requestKey: string
  createdAt: Timestamp
  triedAt: Nullable<Timestamp>
}

export interface UsageBillTable {
  key: string
  memberId: number
  until: Timestamp
  invoiceId: Nullable<number>
  createdAt: Timestamp
}

export interface WaitlistTable {
  id: GeneratedAlways<number>
  equipmentId: number
  memberId: number
  fromDateTime: string
  untilDateTime: string
  startsAt: Timestamp
  endsAt: Timestamp
  state: Optional<string>
  bookingId: Nullable<number>
  offeredUntil: Nullable<Timestamp>
  createdAt: Timestamp
}

export interface Tables {
  accountLink: AccountLinkTable
  accountMail: AccountMailTable
  bill: BillTable
  billingSettings: BillingSettingsTable
  booking: BookingTable
  catalogue: CatalogueTable
  certificate: CertificateTable
  charge: ChargeTable
  checkoutObject: CheckoutObjectTable
  consent: ConsentTable
  course: CourseTable
  courseAttendance: CourseAttendanceTable
  courseDate: CourseDateTable
  courseInterest: CourseInterestTable
  courseListMail: CourseListMailTable
  courseNeed: CourseNeedTable
  coursePlace: CoursePlaceTable
  coursePlaceLink: CoursePlaceLinkTable
  courseRequirement: CourseRequirementTable
  courseSession: CourseSessionTable
  courseTraining: CourseTrainingTable
  credit: CreditTable
  creditHold: CreditHoldTable
  creditPack: CreditPackTable
  creditUse: CreditUseTable
  customerOrder: CustomerOrderTable
  declaration: DeclarationTable
  dpopReplay: DpopReplayTable
  dunning: DunningTable
  equipment: EquipmentTable
  fabmanCalendar: FabmanCalendarTable
  fabmanIntent: FabmanIntentTable
  fabmanTurn: FabmanTurnTable
  fabmanUncovered: FabmanUncoveredTable
  fabmanWrite: FabmanWriteTable
  grantRecord: GrantRecordTable
  guestSignUp: GuestSignUpTable
  holiday: HolidayTable
  idempotencyKey: IdempotencyKeyTable
  identityAccount: IdentityAccountTable
  identityConnect: IdentityConnectTable
  identityConnection: IdentityConnectionTable
  identityKey: IdentityKeyTable
  identityTicket: IdentityTicketTable
  instruction: InstructionTable
  instructionAttempt: InstructionAttemptTable
  instructionLink: InstructionLinkTable
  instructionVersion: InstructionVersionTable
  invitation: InvitationTable
  invoice: InvoiceTable
  invoiceDocument: InvoiceDocumentTable
  invoiceLine: InvoiceLineTable
  invoicePayment: InvoicePaymentTable
  invoiceSeries: InvoiceSeriesTable
  invoiceTax: InvoiceTaxTable
  legalText: LegalTextTable
  mail: MailTable
  mailAttachment: MailAttachmentTable
  mailRefusal: MailRefusalTable
  member: MemberTable
  memberDeletion: MemberDeletionTable
  memberPackage: MemberPackageTable
  memberTraining: MemberTrainingTable
  membershipTurn: MembershipTurnTable
  methodSetup: MethodSetupTable
  oidcPayload: OidcPayloadTable
  openingHours: OpeningHoursTable
  outbox: OutboxTable
  package: PackageTable
  packageEquipment: PackageEquipmentTable
  payment: PaymentTable
  paymentInstallation: PaymentInstallationTable
  paymentProfile: PaymentProfileTable
  photo: PhotoTable
  placeConsent: PlaceConsentTable
  placeReminder: PlaceReminderTable
  prepayment: PrepaymentTable
  providerEvent: ProviderEventTable
  rateLimit: RateLimitTable
  refund: RefundTable
  seatHolding: SeatHoldingTable
  serviceToken: ServiceTokenTable
  setting: SettingTable
  signup: SignupTable
  signupGuardian: SignupGuardianTable
  signupImage: SignupImageTable
  space: SpaceTable
  staff: StaffTable
  staffCourse: StaffCourseTable
  subscription: SubscriptionTable
  subscriptionPeriod: SubscriptionPeriodTable
  team: TeamTable
  teamSeat: TeamSeatTable
  tokenEnd: TokenEndTable
  training: TrainingTable
  trainingEquipment: TrainingEquipmentTable
  trainingGrant: TrainingGrantTable
  trainingReminder: TrainingReminderTable
  trainingRequirement: TrainingRequirementTable
  trainingRule: TrainingRuleTable
  unrecordedPayment: UnrecordedPaymentTable
  usageBill: UsageBillTable
  waitlist: WaitlistTable
}
